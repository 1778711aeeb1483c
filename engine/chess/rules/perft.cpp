#include "engine/chess/rules/perft.h"

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/movegen_core.h"
#include "engine/chess/rules/position_moves.h"

namespace trivium::chess {
namespace {

/// Inner loop: plays the moves of `kUs` and counts the replies in bulk.
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

/// Requires: `depth` >= 2.
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

/// Maximum depth of subtrees that are counted without calling should_stop(); they take about a
/// millisecond.
constexpr int kUninterruptedDepth = 3;

/// As perft(), but returns nothing after `should_stop` returned true.
std::optional<std::uint64_t> stoppable_perft(Position& position, int depth,
                                             const std::function<bool()>& should_stop) {
  if (should_stop()) return std::nullopt;
  if (depth <= kUninterruptedDepth) return perft(position, depth);
  return divide(
      position, depth, [](Move, std::uint64_t) {}, should_stop);
}

}  // namespace

std::uint64_t perft(Position& position, int depth) noexcept {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position));
  return position.side_to_move() == Color::kWhite ? leaves<Color::kWhite>(position, depth)
                                                  : leaves<Color::kBlack>(position, depth);
}

std::optional<std::uint64_t> divide(Position& position, int depth,
                                    const std::function<void(Move, std::uint64_t)>& visit,
                                    const std::function<bool()>& should_stop) {
  if (depth <= 0) return 1;
  std::uint64_t total = 0;
  for (const Move move : legal_moves(position)) {
    Undo undo;
    position.do_move(move, undo);
    const std::optional<std::uint64_t> leaves = stoppable_perft(position, depth - 1, should_stop);
    position.undo_move(move, undo);
    if (!leaves) return std::nullopt;
    visit(move, *leaves);
    total += *leaves;
  }
  return total;
}

}  // namespace trivium::chess
