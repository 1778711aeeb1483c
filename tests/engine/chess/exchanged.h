// Positions with exchanged colors, for tests of symmetry.
#pragma once

#include "engine/chess/rules/position.h"

namespace trivium::chess::testing {

/// Returns the position with colors exchanged, without castling rights.
inline Position exchanged(const Position& position) {
  PositionBuilder builder;
  for (int i = 0; i < 64; ++i) {
    const auto square = static_cast<Square>(i);
    const Piece piece = position.piece_on(square);
    if (piece != Piece::kNone)
      builder.put(flip_rank(square), make_piece(~color_of(piece), type_of(piece)));
  }
  builder.set_side_to_move(~position.side_to_move());
  return *builder.build();
}

}  // namespace trivium::chess::testing
