// Sets of squares in one 64-bit word, and the two functions in which a program of Reversi spends
// its time: the legal moves and the discs that a move flips.
//
// Square a1 is bit 0, b1 bit 1, a2 bit 8. Row 1 is the top row of the usual diagram. Boards of 4
// and 6 use the corner at a1, still with 8 bits a row, so all sizes share the code.
//
// Both functions follow the lines in four directions at once and fill along them in three doubling
// steps (Kogge-Stone). The lanes of one vector are the directions row, falling diagonal, column and
// rising diagonal. Source: chessprogramming.org/Kogge-Stone_Algorithm.
#pragma once

#include <bit>
#include <cstdint>

namespace trivium::reversi {

using Bitboard = std::uint64_t;

/// 8 * row + column, in [0, 64).
using Square = std::uint8_t;

constexpr Bitboard bit(Square square) noexcept { return Bitboard{1} << square; }
constexpr int count(Bitboard set) noexcept { return std::popcount(set); }
/// Returns the lowest square of `set`. Requires: not empty.
constexpr Square first_square(Bitboard set) noexcept {
  return static_cast<Square>(std::countr_zero(set));
}
/// Removes the lowest square of `set` and returns it. Requires: not empty.
constexpr Square take_square(Bitboard& set) noexcept {
  const Square square = first_square(set);
  set &= set - 1;
  return square;
}

namespace detail {

/// One bitboard for each of the four directions.
using Lanes = Bitboard __attribute__((vector_size(32)));

inline constexpr Lanes kSteps = {1, 7, 8, 9};
/// Columns b to g: a line that leaves one of them stays on the board.
inline constexpr Bitboard kInner = 0x7E7E7E7E7E7E7E7EULL;
/// Squares over which a line may pass. A line along a column never leaves its column.
inline constexpr Lanes kPassable = {kInner, kInner, ~Bitboard{0}, kInner};

inline Bitboard any_lane(Lanes lanes) noexcept { return lanes[0] | lanes[1] | lanes[2] | lanes[3]; }

/// Returns the discs of `other` that follow each other without a gap from the squares of `from`
/// upwards (downwards if not `Up`). Does not contain `from`.
template <bool Up>
inline Lanes runs(Bitboard from, Lanes other) noexcept {
  const auto shifted = [](Lanes set, Lanes steps) { return Up ? set << steps : set >> steps; };
  Lanes run = other & shifted(Lanes{} + from, kSteps);
  run |= other & shifted(run, kSteps);
  const Lanes pairs = other & shifted(other, kSteps);
  run |= pairs & shifted(run, kSteps + kSteps);
  run |= pairs & shifted(run, kSteps + kSteps);
  return run;
}

}  // namespace detail

/// Returns the squares next to a run of discs of `other` that begins at a disc of `own`. Those that
/// are empty are the legal moves of `own`.
inline Bitboard run_ends(Bitboard own, Bitboard other) noexcept {
  const detail::Lanes passable = detail::kPassable & other;
  const detail::Lanes ends = (detail::runs<true>(own, passable) << detail::kSteps) |
                             (detail::runs<false>(own, passable) >> detail::kSteps);
  return detail::any_lane(ends);
}

/// Returns the discs of `other` that a disc of `own` on `square` flips. The move is legal if there
/// is one. Requires: `square` is empty.
inline Bitboard flips(Square square, Bitboard own, Bitboard other) noexcept {
  const detail::Lanes passable = detail::kPassable & other;
  const detail::Lanes up = detail::runs<true>(bit(square), passable);
  const detail::Lanes down = detail::runs<false>(bit(square), passable);
  const detail::Lanes up_closed = ((up << detail::kSteps) & own) != 0;
  const detail::Lanes down_closed = ((down >> detail::kSteps) & own) != 0;
  return detail::any_lane((up & up_closed) | (down & down_closed));
}

}  // namespace trivium::reversi
