// What the tests of the chess player share: positions by FEN, random play, and a search in one call.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/chess/player.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/weights.h"
#include "engine/core/rng.h"
#include "tests/engine/chess/plain_weights.h"

namespace trivium::chess {

inline Position position_of(std::string_view fen) { return *parse_fen(fen); }

/// Paper 002's material and a mobility of a tenth of a pawn.
inline std::shared_ptr<const Weights> test_weights() { return plain_weights(); }

/// A game of at most `plies` random moves; it stops before its end.
inline Game random_game(Rng& rng, int plies) {
  Game game;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legal_moves(game.position());
    game.do_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    if (game.end()) {
      game.undo_move();
      break;
    }
  }
  return game;
}

struct Thought {
  Answer answer;
  std::vector<Report<Move>> reports;
};

inline Thought think(Player& player, const Game& game, const Limits& limits, const std::vector<Move>& search_moves = {}) {
  Thought thought;
  const SearchControl control;
  player.set_game(game);
  thought.answer = player.think(
      limits, control, [&](const Report<Move>& report) { thought.reports.push_back(report); }, search_moves);
  return thought;
}

inline Thought think(std::string_view fen, const Limits& limits) {
  Player player(test_weights());
  return think(player, Game(position_of(fen)), limits);
}

inline Limits to_depth(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

inline Limits to_nodes(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

}  // namespace trivium::chess
