// Slow reference of the endgame solver, and random positions of games.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Final score of the side to move by plain minimax over all moves.
inline int minimax(const Position& position) {
  if (position.over()) return position.final_score();
  int best = -100;
  for (const Move move : legal_moves(position)) {
    Position after = position;
    after.do_move(move);
    best = std::max(best, -minimax(after));
  }
  return best;
}

/// Plays a random legal move. Requires: the game is not over.
inline void play_random_move(Rng& rng, Position& position) {
  const std::vector<Move> moves = legal_moves(position);
  position.do_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
}

/// Plays random moves from the start until at most `empty` squares are empty or the game is over.
inline Position random_endgame(Rng& rng, int size, int empty) {
  Position position = Position::start(size);
  while (count(position.empty) > empty && !position.over()) play_random_move(rng, position);
  return position;
}

/// Returns such a position with exactly `empty` empty squares and at least `moves` moves.
inline Position random_choice(Rng& rng, int size, int empty, int moves = 1) {
  while (true) {
    const Position position = random_endgame(rng, size, empty);
    if (count(position.empty) == empty && count(position.moves()) >= moves) return position;
  }
}

}  // namespace trivium::reversi
