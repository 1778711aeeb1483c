// Helpers of the chess player tests: positions from FEN, random play, and a search in one call.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/player.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/rng.h"
#include "tests/engine/chess/plain_weights.h"
#include "tests/engine/chess/rules/position_of.h"

namespace trivium::chess {

/// An equal middlegame.
inline constexpr std::string_view kMiddlegame =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// Returns paper 002's material and 0.1 pawns for each square of mobility.
inline std::shared_ptr<const Weights> test_weights() { return plain_weights(); }

/// Returns a game of at most `plies` random moves that is not over.
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

inline Thought think(Player& player, const Game& game, const Limits& limits,
                     const std::vector<Move>& search_moves = {}) {
  Thought thought;
  const SearchControl control;
  player.set_game(game);
  thought.answer = player.think(
      limits, control, [&](const Report<Move>& report) { thought.reports.push_back(report); },
      search_moves);
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

/// Returns a clock in milliseconds; `moves_to_go` 0: for the rest of the game.
inline Limits on_clock(std::int64_t remaining, std::int64_t increment = 0, int moves_to_go = 0) {
  Limits limits;
  limits.clock = ClockState{Milliseconds(remaining), Milliseconds(increment), moves_to_go};
  return limits;
}

/// The score of a mate in `moves` moves; negative if the side to move is mated.
inline Score mate(int moves) { return {.kind = Score::Kind::kMate, .value = moves}; }

}  // namespace trivium::chess
