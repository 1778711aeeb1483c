// Number of discs that a move on the last empty square flips.
//
// With one empty square, the discs of one side determine those of the other, so one table lookup
// for each of the four lines suffices. Speed matters, because most positions of an endgame search
// have one empty square.
// Source: the method of Edax (Delorme).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/reversi/rules/bitboard.h"

namespace trivium::reversi {

namespace detail {

/// Number of discs that a disc at a place of a line of eight flips, by the place and the own discs.
/// All other places of the line have discs of the other side.
using LineCounts = std::array<std::array<std::uint8_t, 256>, 8>;

constexpr LineCounts line_counts() noexcept {
  LineCounts counts{};
  for (int place = 0; place < 8; ++place) {
    for (unsigned own = 0; own < 256; ++own) {
      const auto is_own = [own](int at) { return (own >> at & 1U) != 0; };
      int up = place + 1;
      while (up < 8 && !is_own(up)) ++up;
      int down = place - 1;
      while (down >= 0 && !is_own(down)) --down;
      counts[static_cast<std::size_t>(place)][own] = static_cast<std::uint8_t>(
          (up < 8 ? up - place - 1 : 0) + (down >= 0 ? place - down - 1 : 0));
    }
  }
  return counts;
}

inline constexpr LineCounts kLineCounts = line_counts();

/// Squares in one direction from `square`, without it.
constexpr Bitboard ray(int square, int columns, int rows) noexcept {
  Bitboard squares = 0;
  const auto inside = [](int at) { return at >= 0 && at < 8; };
  int column = square % 8 + columns;
  int row = square / 8 + rows;
  for (; inside(column) && inside(row); column += columns, row += rows)
    squares |= bit(static_cast<Square>(8 * row + column));
  return squares;
}

/// Squares of the two diagonals through each square, with the square.
constexpr std::array<std::array<Bitboard, 2>, 64> all_diagonals() noexcept {
  std::array<std::array<Bitboard, 2>, 64> diagonals{};
  for (int s = 0; s < 64; ++s) {
    const Bitboard square = bit(static_cast<Square>(s));
    diagonals[static_cast<std::size_t>(s)] = {square | ray(s, -1, 1) | ray(s, 1, -1),
                                              square | ray(s, 1, 1) | ray(s, -1, -1)};
  }
  return diagonals;
}

inline constexpr std::array<std::array<Bitboard, 2>, 64> kDiagonals = all_diagonals();

}  // namespace detail

/// Returns the number of discs that the side with the discs `own` flips on `square`, the only empty
/// square of the board.
inline int count_last_flips(Square square, Bitboard own) noexcept {
  const std::size_t column = square % 8U;
  const std::size_t row = square / 8U;
  const auto& in_column = detail::kLineCounts[column];
  // The products collect the bits of a column or of a diagonal in the highest byte.
  const Bitboard rows_of_column = ((own >> column & kColumnA) * 0x0102040810204080ULL) >> 56U;
  const auto columns_of = [own](Bitboard diagonal) { return ((own & diagonal) * kColumnA) >> 56U; };
  return in_column[own >> (8 * row) & 0xFF] + detail::kLineCounts[row][rows_of_column] +
         in_column[columns_of(detail::kDiagonals[square][0])] +
         in_column[columns_of(detail::kDiagonals[square][1])];
}

}  // namespace trivium::reversi
