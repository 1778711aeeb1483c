#include "engine/chess/rules/game.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"

namespace trivium::chess {

namespace {

/// Returns how often the last key occurs among the keys of the last `halfmove_clock` half-moves; at
/// least 1.
int occurrences(const std::vector<std::uint64_t>& keys, int halfmove_clock) noexcept {
  const std::size_t counted = static_cast<std::size_t>(halfmove_clock) + 1;
  // The clock stops at its maximum.
  const std::size_t reversible =
      halfmove_clock < kMaxCounter ? std::min(keys.size(), counted) : keys.size();
  return static_cast<int>(
      std::count(keys.end() - static_cast<std::ptrdiff_t>(reversible), keys.end(), keys.back()));
}

}  // namespace

std::string_view words_for(Termination reason) noexcept {
  static constexpr std::array<std::string_view, 5> kWords{
      "checkmate", "stalemate", "draw by repetition", "draw by the fifty-move rule",
      "draw by insufficient material"};
  return kWords[static_cast<std::size_t>(reason)];
}

bool insufficient_material(const Position& position) noexcept {
  const Bitboard knights = position.pieces(PieceType::kKnight),
                 bishops = position.pieces(PieceType::kBishop);
  const Bitboard mating =
      position.pieces() & ~position.pieces(PieceType::kKing) & ~knights & ~bishops;
  if (mating != 0) return false;
  if (knights != 0) return bishops == 0 && std::popcount(knights) == 1;
  return (bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0;
}

bool is_drawn(const Position& position, const std::vector<std::uint64_t>& keys,
              int times) noexcept {
  if (position.halfmove_clock() >= kFiftyMovePlies || insufficient_material(position)) return true;
  return occurrences(keys, position.halfmove_clock()) >= times;
}

Game::Game() : Game(start_position()) {}

Game::Game(const Position& start) : start_(start), position_(start), keys_{start.key()} {}

void Game::do_move(Move move) {
  moves_.push_back(move);
  position_.do_move(move, undos_.emplace_back());
  keys_.push_back(position_.key());
}

void Game::undo_move() {
  position_.undo_move(moves_.back(), undos_.back());
  moves_.pop_back();
  undos_.pop_back();
  keys_.pop_back();
}

int Game::repetitions() const noexcept {
  return occurrences(keys_, position_.halfmove_clock()) - 1;
}

std::optional<GameEnd> Game::end() const {
  if (count_legal(position_) == 0) {
    if (!position_.in_check()) return GameEnd{Termination::kStalemate, Outcome::kDraw};
    return GameEnd{Termination::kCheckmate,
                   position_.side_to_move() == Color::kWhite ? Outcome::kLoss : Outcome::kWin};
  }
  if (repetitions() >= 2) return GameEnd{Termination::kThreefoldRepetition, Outcome::kDraw};
  if (position_.halfmove_clock() >= kFiftyMovePlies)
    return GameEnd{Termination::kFiftyMoves, Outcome::kDraw};
  if (insufficient_material(position_))
    return GameEnd{Termination::kInsufficientMaterial, Outcome::kDraw};
  return std::nullopt;
}

}  // namespace trivium::chess
