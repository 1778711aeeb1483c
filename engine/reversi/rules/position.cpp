#include "engine/reversi/rules/position.h"

#include <bit>
#include <cassert>

#include "engine/core/rng.h"

namespace trivium::reversi {

Position Position::start(int size) noexcept {
  assert(is_size(size));
  const auto square = [](int column, int row) {
    return bit(static_cast<Square>(8 * row + column));
  };
  const int high = size / 2;
  const int low = high - 1;
  const Bitboard own = square(high, low) | square(low, high);
  const Bitboard other = square(low, low) | square(high, high);
  return {own, other, board_squares(size) & ~own & ~other};
}

int Position::size() const noexcept { return std::countr_one(board() & 0xFF); }

bool Position::is_legal(Move move) const noexcept {
  return move == kPass ? must_pass() : move < kPass && (moves() & bit(move)) != 0;
}

Bitboard Position::do_move(Move move) noexcept {
  assert(is_legal(move));
  const Bitboard flipped = move == kPass ? 0 : flips(move);
  *this = move == kPass ? passed() : placed(move, flipped);
  return flipped;
}

void Position::undo_move(Move move, Bitboard flipped) noexcept {
  *this = passed();
  if (move == kPass) return;
  own ^= flipped ^ bit(move);
  other ^= flipped;
  empty ^= bit(move);
}

int Position::final_score() const noexcept {
  const int difference = count(own) - count(other);
  if (difference == 0) return 0;
  return difference > 0 ? difference + count(empty) : difference - count(empty);
}

std::uint64_t Position::key() const noexcept {
  std::uint64_t state = own ^ board();
  state = splitmix64(state) + other;
  return splitmix64(state);
}

std::vector<Move> legal_moves(const Position& position) {
  std::vector<Move> moves;
  for (Bitboard squares = position.moves(); squares != 0;) moves.push_back(take_square(squares));
  if (moves.empty() && !position.over()) moves.push_back(kPass);
  return moves;
}

namespace {

/// Requires: `depth` >= 1.
std::uint64_t leaves(const Position& position, int depth) noexcept {
  Bitboard moves = position.moves();
  if (moves == 0) return depth == 1 || position.over() ? 1 : leaves(position.passed(), depth - 1);
  if (depth == 1) return static_cast<std::uint64_t>(count(moves));
  std::uint64_t total = 0;
  while (moves != 0) {
    const Square square = take_square(moves);
    total += leaves(position.placed(square, position.flips(square)), depth - 1);
  }
  return total;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) noexcept {
  return depth <= 0 ? 1 : leaves(position, depth);
}

}  // namespace trivium::reversi
