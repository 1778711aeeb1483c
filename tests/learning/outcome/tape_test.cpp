// Compares tapes (features of a game in compact form) with positions that are read one by one from
// the board.
#include <doctest/doctest.h>
#include <map>
#include <vector>

#include "engine/connect6/evaluation/features.h"
#include "engine/core/logistic.h"
#include "engine/core/rng.h"
#include "learning/outcome/logistic.h"
#include "tests/engine/connect6/patterns/pattern_reference.h"
#include "tests/learning/outcome/support.h"

using namespace trivium::learning;
using namespace trivium::learning::outcome;
using namespace trivium;
using connect6::Stone;

namespace {

/// Returns the features of a position, computed without the incremental reader: a number for each
/// parameter.
std::vector<double> features_of(const connect6::Board& board) {
  std::vector<double> features(kParameters);
  const connect6::FeatureVector counts = connect6::extract(board);
  for (std::size_t k = 0; k < counts.size(); ++k) features[k] = counts[k];
  connect6::PatternGroup line;
  line.behind = line.ahead = 4;
  const auto add = [&](const connect6::Board& seen, int by) {
    const Stone side = board.to_move();
    for (int i = 0; i < seen.cells(); ++i) {
      const auto cell = static_cast<connect6::Cell>(i);
      if (seen.at(cell) != Stone::kEmpty) continue;
      for (const connect6::Direction direction : connect6::kAllDirections) {
        line.direction = direction;
        features[parameter_of(connect6::reference::line_code(seen, line, cell, side))] += by;
      }
      const std::uint32_t made = 27 * connect6::reference::make_code(seen, cell, side) +
                                 connect6::reference::make_code(seen, cell, opponent(side));
      features[parameter_of(connect6::kLinePatterns + made)] += by;
    }
  };
  add(board, 1);
  add(connect6::Board(board.size()), -1);
  return features;
}

}  // namespace

TEST_CASE("a tape has the turns after the opening, with the result for the side to move") {
  records::Connect6Game game = random_game(3, 9, 11);
  game.opening = 2;
  game.result = connect6::GameResult::kBlackWins;
  Tape tape;
  tape.read(game, 0);
  std::vector<std::size_t> stones;
  std::vector<double> results;
  for (const Tape::Position& position : tape.positions()) {
    stones.push_back(position.stones);
    results.push_back(position.result);
  }
  CHECK(stones == std::vector<std::size_t>{
                      3, 5, 7, 9});  // White moves after 1, 5, 9 stones, Black after 3, 7
  CHECK(results == std::vector<double>{1, 0, 1, 0});
  tape.read(game, 2);
  CHECK(tape.positions().size() == 2);
  game.result = connect6::GameResult::kDraw;
  tape.read(game, 0);
  CHECK(tape.positions().front().result == 0.5);
  game.result = connect6::GameResult::kUnknown;
  tape.read(game, 0);
  CHECK(tape.positions().empty());
}

TEST_CASE(
    "scores are sums of parameters times features, and gradients belong to the same features") {
  Rng rng(5);
  Parameters parameters(kParameters);
  for (double& parameter : parameters) parameter = rng.unit() - 0.5;
  for (const std::size_t turns : {std::size_t{0}, std::size_t{3}}) {
    const records::Connect6Game game = random_game(7, 10, 25);
    Tape tape;
    tape.read(game, turns);
    std::vector<double> scores;
    std::vector<double> counts_alone;
    tape.scores(parameters, true, scores);
    tape.scores(parameters, false, counts_alone);
    Parameters expected(kParameters);
    std::vector<double> errors;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      connect6::Board board(game.size);
      for (std::size_t k = 0; k < tape.positions()[i].stones; ++k) board.do_move(game.moves[k]);
      const std::vector<double> features = features_of(board);
      double score = 0.0;
      double counts = 0.0;
      errors.push_back(rng.unit() - 0.5);
      for (std::size_t k = 0; k < kParameters; ++k) {
        score += features[k] * parameters[k];
        if (k < connect6::kFeatureCount) counts += features[k] * parameters[k];
        expected[k] += errors[i] * features[k];
      }
      REQUIRE(scores[i] == doctest::Approx(score).epsilon(1e-9));
      REQUIRE(counts_alone[i] == doctest::Approx(counts).epsilon(1e-9));
    }
    Parameters gradient(kParameters);
    tape.add_errors(errors, true, gradient);
    for (std::size_t k = 0; k < kParameters; ++k)
      REQUIRE(gradient[k] == doctest::Approx(expected[k]).epsilon(1e-9));
  }
}

TEST_CASE("a line and its mirror image have one parameter, a meeting has its own") {
  CHECK(parameter_of(1) == parameter_of(2187));
  CHECK(parameter_of(1) == connect6::kFeatureCount + 1);
  CHECK(parameter_of(connect6::kLinePatterns + 28) ==
        connect6::kFeatureCount + connect6::kLinePatterns + 28);
}
