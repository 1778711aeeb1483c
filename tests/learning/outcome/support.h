// Games with results for the tests of the learner "outcome".
#pragma once

#include <filesystem>
#include <vector>

#include "engine/core/rng.h"
#include "learning/records/connect6_games.h"
#include "tests/engine/connect6/reference.h"

namespace trivium::learning::outcome {

/// Returns a game of `stones` random stones, or fewer if one of them wins. Its result is random.
inline records::Connect6Game random_game(std::uint64_t seed, int size, int stones) {
  Rng rng(seed);
  records::Connect6Game game;
  game.size = size;
  connect6::Board board(size);
  while (board.stones() < stones && !board.over()) {
    const auto cell =
        static_cast<connect6::Cell>(rng.below(static_cast<std::uint64_t>(board.cells())));
    if (board.is_legal(cell)) board.do_move(cell);
  }
  game.moves = board.history();
  game.result =
      rng.below(2) == 0 ? connect6::GameResult::kBlackWins : connect6::GameResult::kWhiteWins;
  return game;
}

/// Writes games that the side with more stones in the middle wins, so that there is something to
/// learn. Returns `path`.
inline std::filesystem::path write_won_games(const std::filesystem::path& path, std::size_t count,
                                             int size = 9, int stones = 21) {
  records::Connect6GameWriter writer(path);
  for (std::size_t i = 0; i < count; ++i) {
    records::Connect6Game game = random_game(1000 + i, size, stones);
    int balance = 0;
    for (std::size_t k = 0; k < game.moves.size(); ++k) {
      const int column = game.moves[k] % size;
      const int row = game.moves[k] / size;
      const bool middle = column > 2 && column < size - 3 && row > 2 && row < size - 3;
      balance += !middle                                                                    ? 0
                 : connect6::Board::to_move(static_cast<int>(k)) == connect6::Stone::kBlack ? 1
                                                                                            : -1;
    }
    game.result = balance > 0 ? connect6::GameResult::kBlackWins : connect6::GameResult::kWhiteWins;
    writer.add(game);
  }
  writer.finish();
  return path;
}

}  // namespace trivium::learning::outcome
