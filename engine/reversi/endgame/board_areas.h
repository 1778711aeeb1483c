// Sets of squares that matter near the end of a game: corners, quadrants.
//
// Corners and quadrants are those of a board of 8. On boards of 4 and 6 some of these squares do
// not exist. Results are still correct there, because only the order of moves uses these sets.
#pragma once

#include "engine/reversi/rules/bitboard.h"

namespace trivium::reversi {

inline constexpr Bitboard kCorners = 0x8100000000000081ULL;

/// Returns the number of the quadrant of a board of 8 that contains `square`, in [0, 4).
constexpr int quadrant(Square square) noexcept { return (square >> 4 & 2) | (square >> 2 & 1); }

/// Returns the squares of `empty` in quadrants with an odd number of them. The side that begins in
/// such a quadrant can get the last move there.
constexpr Bitboard odd_squares(Bitboard empty) noexcept {
  // Folds each quadrant to one bit, its parity, without branches, which would be mispredicted.
  Bitboard parity = empty ^ empty >> 1;
  parity ^= parity >> 2;
  parity ^= parity >> 8;
  parity ^= parity >> 16;
  constexpr Bitboard kFirstSquares = 0x0000001100000011ULL;  // a1, e1, a5 and e5
  constexpr Bitboard kQuadrant = 0x0F0F0F0FULL;
  return empty & (parity & kFirstSquares) * kQuadrant;
}

}  // namespace trivium::reversi
