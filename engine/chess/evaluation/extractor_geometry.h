// Board geometry from one side's view, for the extractor: ranks, directions and sets for a color
// known at compile time.
#pragma once

#include <bit>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/geometry.h"
#include "engine/chess/rules/types.h"

namespace trivium::chess {

inline constexpr Bitboard kCenterFiles =
    file_board(2) | file_board(3) | file_board(4) | file_board(5);

template <Color kUs>
constexpr Bitboard relative_rank_board(int rank) noexcept {
  return rank_board(kUs == Color::kWhite ? rank : 7 - rank);
}

/// Returns `squares` and all squares ahead of them on their files.
template <Color kUs>
constexpr Bitboard fill_forward(Bitboard squares) noexcept {
  if constexpr (kUs == Color::kWhite) {
    squares |= squares << 8;
    squares |= squares << 16;
    return squares | (squares << 32);
  } else {
    squares |= squares >> 8;
    squares |= squares >> 16;
    return squares | (squares >> 32);
  }
}

/// Returns all squares ahead of `squares` on their files; one of `squares` is included only if it
/// is ahead of another.
template <Color kUs>
constexpr Bitboard ahead_of(Bitboard squares) noexcept {
  return fill_forward<kUs>(pawns_advance<kUs>(squares));
}

/// Returns the squares on the adjacent files, on the same rank.
constexpr Bitboard beside(Bitboard squares) noexcept {
  return ((squares & ~kFileA) >> 1) | ((squares & ~kFileH) << 1);
}

template <Color kUs>
constexpr Bitboard attacks_of_pawns(Bitboard pawns) noexcept {
  return pawns_attack_left<kUs>(pawns) | pawns_attack_right<kUs>(pawns);
}

/// Returns the square nearest to the side's first rank. Requires: `squares` is not empty.
template <Color kUs>
constexpr Square rearmost(Bitboard squares) noexcept {
  return kUs == Color::kWhite ? lowest(squares)
                              : static_cast<Square>(63 - std::countl_zero(squares));
}

/// Returns the four files of the king's wing: a-d, c-f for a king on d or e, e-h.
constexpr Bitboard king_flank(Square king) noexcept {
  const int file = file_of(king);
  const int first = file < 3 ? 0 : file > 4 ? 4 : 2;
  return (file_board(0) | file_board(1) | file_board(2) | file_board(3)) << first;
}

constexpr bool has_several(Bitboard squares) noexcept { return (squares & (squares - 1)) != 0; }

}  // namespace trivium::chess
