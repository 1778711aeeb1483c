// Random games of Reversi for tests of its learners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/core/rng.h"
#include "engine/reversi/rules/position.h"
#include "learning/records/reversi_games.h"

namespace trivium::learning::reversi_value {

/// Random games with their results.
inline records::ReversiGames random_games(std::size_t count, std::uint64_t seed = 1) {
  Rng rng(seed);
  records::ReversiGames result;
  for (std::size_t i = 0; i < count; ++i) {
    records::ReversiGame game;
    reversi::Position position = reversi::Position::start();
    for (auto moves = legal_moves(position); !moves.empty(); moves = legal_moves(position)) {
      game.moves.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      position.do_move(game.moves.back());
    }
    game.score = position.final_score() * (game.moves.size() % 2 == 0 ? 1 : -1);
    result.games.push_back(std::move(game));
  }
  return result;
}

}  // namespace trivium::learning::reversi_value
