#include "engine/chess/rules/perft.h"

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/movegen_core.h"
#include "engine/chess/rules/position_moves.h"

namespace trivium::chess {
namespace {

/// The inner loop: the moves of `kUs`, each answered in bulk.
template <Color kUs>
[[gnu::noinline]] std::uint64_t leaves_after_two(Position& position) noexcept {
  MoveList moves;
  generate_legal_as<kUs, MoveClass::kAll>(position, moves);
  std::uint64_t total = 0;
  for (const Move move : moves) {
    Undo undo;
    position.do_move_as<kUs>(move, undo);
    total += static_cast<std::uint64_t>(count_legal_as<~kUs>(position));
    position.undo_move_as<kUs>(move, undo);
  }
  return total;
}

/// `depth` is at least 2.
template <Color kUs>
std::uint64_t leaves(Position& position, int depth) noexcept {
  if (depth == 2) return leaves_after_two<kUs>(position);
  MoveList moves;
  generate_legal_as<kUs, MoveClass::kAll>(position, moves);
  std::uint64_t total = 0;
  for (const Move move : moves) {
    Undo undo;
    position.do_move_as<kUs>(move, undo);
    total += leaves<~kUs>(position, depth - 1);
    position.undo_move_as<kUs>(move, undo);
  }
  return total;
}

}  // namespace

std::uint64_t perft(Position& position, int depth) noexcept {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position));
  return position.side_to_move() == Color::kWhite ? leaves<Color::kWhite>(position, depth) : leaves<Color::kBlack>(position, depth);
}

}  // namespace trivium::chess
