#include "learning/reversi_value/labels.h"

#include "engine/reversi/search/endgame_solver.h"

namespace trivium::learning::reversi_value {

namespace {

using reversi::EndgameSolver;
using reversi::Position;

constexpr int kSolverMegabytes = 4;

int solved_score(EndgameSolver& solver, const Position& position) {
  NodeBudget budget;
  return solver.solve(position, reversi::EndgameGoal::kScore, budget).lower;
}

/// Returns the labels of a game. The solver begins with the last position, so that it knows the
/// positions behind each one.
LabeledGame labels_of(const records::ReversiGame& game, int solve, EndgameSolver& solver) {
  std::vector<Position> positions = {Position::start()};
  for (const reversi::Move move : game.moves) {
    positions.push_back(positions.back());
    positions.back().do_move(move);
  }
  LabeledGame result{game.moves, std::vector<std::int8_t>(game.moves.size())};
  for (std::size_t i = game.moves.size(); i-- > 0;) {
    const int empty = reversi::count(positions[i].empty);
    int score = game.score;
    if (empty <= solve) {
      score = solved_score(solver, positions[i]) * (i % 2 == 0 ? 1 : -1);
    } else if (game.best_score && empty >= game.best_empty) {
      score = *game.best_score;
    }
    result.labels[i] = static_cast<std::int8_t>(score);
  }
  return result;
}

}  // namespace

std::vector<LabeledGame> labeled(std::span<const records::ReversiGame> games, int solve,
                                 const Shards& shards, DoneCount* done) {
  std::vector<LabeledGame> result(games.size());
  shards.fill(result, [&](std::size_t shard) {
    EndgameSolver solver(kSolverMegabytes);  // no knowledge: the scores are exact without it
    const Range range = shards.range(shard, games.size());
    for (std::size_t i = range.begin; i < range.end; ++i)
      result[i] = labels_of(games[i], solve, solver);
    if (done != nullptr) done->add(range.end - range.begin);
  });
  return result;
}

}  // namespace trivium::learning::reversi_value
