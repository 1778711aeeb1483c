// Distances and colours on the board, as evaluation and endgames need them.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "engine/chess/rules/types.h"

namespace trivium::chess {

inline constexpr Bitboard kDarkBoard = 0xAA55AA55AA55AA55ULL;

/// The 32 squares of the same colour as `square`.
constexpr Bitboard squares_of_color_of(Square square) noexcept { return (kDarkBoard & bit(square)) != 0 ? kDarkBoard : ~kDarkBoard; }

/// King moves from one square to the other on an empty board.
inline int king_steps(Square from, Square to) noexcept {
  return std::max(std::abs(file_of(from) - file_of(to)), std::abs(rank_of(from) - rank_of(to)));
}

}  // namespace trivium::chess
