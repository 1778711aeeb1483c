// Random games of Reversi for tests of patterns.
#pragma once

#include <vector>

#include "engine/core/rng.h"
#include "engine/reversi/patterns/shape.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Calls `visit(position, move, flipped)` before each move of a random game on a board of 8.
template <class Visit>
void visit_random_game(Rng& rng, const Visit& visit) {
  Position position = Position::start();
  for (std::vector<Move> moves = legal_moves(position); !moves.empty();
       moves = legal_moves(position)) {
    const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    visit(position, move, move == kPass ? 0 : position.flips(move));
    position.do_move(move);
  }
}

/// Returns the image of a position under a symmetry of the board.
inline Position image_of(const Position& position, int symmetry) {
  Position result;
  for (Square square = 0; square < 64; ++square) {
    const Bitboard there = bit(image(square, symmetry));
    if ((position.own & bit(square)) != 0) result.own |= there;
    if ((position.other & bit(square)) != 0) result.other |= there;
    if ((position.empty & bit(square)) != 0) result.empty |= there;
  }
  return result;
}

}  // namespace trivium::reversi
