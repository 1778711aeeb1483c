// The wrong rook pawn (chessprogramming wiki: Wrong Color Bishop and Rook Pawn): no bishop can
// drive a king away from its promotion corner.
#pragma once

#include <optional>

#include "engine/chess/rules/geometry.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Returns the promotion corner if all pawns of `strong` stand on one rook file and its only pieces
/// are bishops, none of which can attack that corner.
inline std::optional<Square> wrong_corner_of(const Position& position, Color strong) noexcept {
  const Bitboard pawns = position.pieces(strong, PieceType::kPawn),
                 bishops = position.pieces(strong, PieceType::kBishop);
  if (pawns == 0 ||
      (position.pieces(strong) ^ pawns ^ bishops) != position.pieces(strong, PieceType::kKing))
    return std::nullopt;
  if ((pawns & ~kFileA) != 0 && (pawns & ~kFileH) != 0) return std::nullopt;
  const Square corner = make_square((pawns & kFileA) != 0 ? 0 : 7, strong == Color::kWhite ? 7 : 0);
  if ((bishops & squares_of_color_of(corner)) != 0) return std::nullopt;
  return corner;
}

}  // namespace trivium::chess
