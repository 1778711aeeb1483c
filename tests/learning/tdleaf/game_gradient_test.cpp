// The gradient of a game: TDLeaf(lambda) computed from its formula with numerical derivatives, and
// TreeStrap from its rule.
#include "learning/tdleaf/game_gradient.h"

#include <cmath>
#include <doctest/doctest.h>

#include "learning/harness/shards.h"
#include "tests/learning/tdleaf/support.h"

using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

chess::Position after(chess::Position position, std::span<const chess::Move> line) {
  chess::Undo undo;
  for (const chess::Move move : line) position.do_move(move, undo);
  return position;
}

double probability_at(const chess::Position& position, std::span<const double> weights) {
  chess::Extraction extraction;
  chess::extract(position, extraction);
  REQUIRE_FALSE(extraction.known());
  return win_probability(evaluation(extraction, weights), kEloScale);
}

/// Returns dP/dtheta of one parameter by a numerical difference.
double slope_by_difference(const chess::Position& position, std::vector<double> weights,
                           std::size_t parameter) {
  constexpr double kStep = 1e-4;  // centipawns
  weights[parameter] += kStep / kCentipawnsPerPawn;
  const double above = probability_at(position, weights);
  weights[parameter] -= 2.0 * kStep / kCentipawnsPerPawn;
  return (above - probability_at(position, weights)) / (2.0 * kStep);
}

/// Returns the leaf of each position of a game.
std::vector<chess::Position> leaves_of(const SearchedGame& game) {
  std::vector<chess::Position> leaves;
  chess::Position position = game.start;
  chess::Undo undo;
  for (const SearchedPosition& searched : game.positions) {
    leaves.push_back(after(position, searched.variation));
    position.do_move(searched.played, undo);
  }
  return leaves;
}

SearchedGame short_game() {
  SearchedGame game = test::random_games(1, 17).front();
  game.positions.resize(8);
  for (SearchedPosition& searched : game.positions) searched.leaf_decides = true;
  game.for_white = Outcome::kWin;
  return game;
}

GradientSums sums_of(const SearchedGame& game, std::span<const double> weights,
                     const GradientOptions& options) {
  GradientSums sums(weights.size());
  GameGradient(weights, options).add(game, sums);
  return sums;
}

chess::Position some_node() {
  return test::position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
}

/// Returns a position with a tree of one node, whose leaf does not decide the value.
SearchedGame game_with_node(chess::Value value, Score::Bound bound) {
  SearchedGame game = short_game();
  game.positions.resize(1);
  game.positions[0].leaf_decides = false;
  game.positions[0].tree = {{pack(some_node()), value, bound}};
  return game;
}

double size_of(std::span<const double> gradient) {
  double sum = 0.0;
  for (const double one : gradient) sum += std::abs(one);
  return sum;
}

}  // namespace

TEST_CASE(
    "a game's gradient is the sum over its leaves of dP/dtheta times the discounted differences") {
  const std::vector<double> weights = test::some_weights();
  const SearchedGame game = short_game();
  const std::vector<chess::Position> leaves = leaves_of(game);
  std::vector<double> predictions;
  for (const chess::Position& leaf : leaves) predictions.push_back(probability_at(leaf, weights));
  for (const double lambda : {0.0, 0.6, 1.0}) {
    CAPTURE(lambda);
    std::vector<double> sums(predictions.size());
    sum_differences(predictions, 1.0, lambda, sums);
    GradientOptions options;
    options.lambda = lambda;
    const GradientSums learned = sums_of(game, weights, options);
    for (std::size_t parameter = 0; parameter < weights.size(); parameter += 7) {
      double expected = 0.0;
      for (std::size_t t = 0; t < leaves.size(); ++t)
        expected += sums[t] * slope_by_difference(leaves[t], weights, parameter);
      CHECK(learned.gradient[parameter] == doctest::Approx(expected).epsilon(1e-4).scale(1e-4));
    }
    CHECK(size_of(learned.gradient) > 1e-4);
    CHECK(learned.deciding == leaves.size());
  }
}

TEST_CASE(
    "a position whose leaf does not decide counts as a value but has no gradient of its own") {
  const std::vector<double> weights = test::some_weights();
  SearchedGame game = short_game();
  for (SearchedPosition& searched : game.positions) searched.leaf_decides = false;
  const GradientSums none = sums_of(game, weights, {});
  CHECK(size_of(none.gradient) == 0.0);
  CHECK(none.deciding == 0);
  CHECK(none.positions == 8);

  // The position before the last one learns from the value of the last, here a mate for White or
  // Black.
  game.positions.resize(2);
  game.positions[0].leaf_decides = true;
  GradientOptions options;
  options.lambda = 0.0;
  const double prediction = probability_at(leaves_of(game)[0], weights);
  for (const int sign : {1, -1}) {
    game.positions[1].value = sign * (chess::kMateValue - 3);
    const GradientSums sums = sums_of(game, weights, options);
    const double difference = (sign > 0 ? 1.0 : 0.0) - prediction;
    const double last = 1.0 - (sign > 0 ? 1.0 : 0.0);  // White won in the end
    CHECK(sums.squared_differences == doctest::Approx(difference * difference + last * last));
    CHECK(sums.gradient[0] ==
          doctest::Approx(difference * slope_by_difference(leaves_of(game)[0], weights, 0))
              .epsilon(1e-4)
              .scale(1e-6));
  }
}

TEST_CASE("sums of games do not depend on earlier computations with the same scratch memory") {
  const std::vector<double> weights = test::some_weights();
  const std::vector<SearchedGame> games = test::random_games(4);
  GradientSums together(weights.size());
  GameGradient gradient(weights, {});
  GradientSums one_by_one(weights.size());
  for (const SearchedGame& game : games) {
    gradient.add(game, together);
    GradientSums sums = sums_of(game, weights, {});
    learning::add_to(one_by_one, sums);
  }
  CHECK(together.games == 4);
  CHECK(together.positions == one_by_one.positions);
  CHECK(together.deciding == one_by_one.deciding);
  CHECK(together.squared_errors == doctest::Approx(one_by_one.squared_errors));
  for (std::size_t i = 0; i < weights.size(); ++i)
    CHECK(together.gradient[i] == doctest::Approx(one_by_one.gradient[i]));
}

TEST_CASE("TreeStrap moves a node toward its value from the search") {
  const std::vector<double> weights = test::some_weights();
  GradientOptions options;
  options.tree_weight = 0.5;
  const SearchedGame game = game_with_node(250, Score::Bound::kExact);
  const double here = probability_at(some_node(), weights);
  const double expected = 0.5 * (win_probability(250, kEloScale) - here);
  const GradientSums sums = sums_of(game, weights, options);
  CHECK(sums.nodes == 1);
  std::size_t moved = 0;
  for (std::size_t parameter = 0; parameter < weights.size(); parameter += 3) {
    const double slope = slope_by_difference(some_node(), weights, parameter);
    CHECK(sums.gradient[parameter] == doctest::Approx(expected * slope).epsilon(1e-4).scale(1e-5));
    moved += slope != 0.0 ? 1 : 0;
  }
  CHECK(moved > 10);
  options.tree_result = 1.0;  // towards the result instead: a win
  CHECK(size_of(sums_of(game, weights, options).gradient) ==
        doctest::Approx(size_of(sums.gradient) * (1.0 - here) / (expected / 0.5)));
}

TEST_CASE("a bound has a gradient only if the prediction violates it") {
  const std::vector<double> weights = test::some_weights();
  GradientOptions options;
  options.tree_weight = 1.0;
  const auto learned = [&](chess::Value value, Score::Bound bound) {
    return size_of(sums_of(game_with_node(value, bound), weights, options).gradient) > 0.0;
  };
  CHECK(learned(2000, Score::Bound::kLower));
  CHECK_FALSE(learned(-2000, Score::Bound::kLower));
  CHECK_FALSE(learned(2000, Score::Bound::kUpper));
  CHECK(learned(-2000, Score::Bound::kUpper));
  CHECK(learned(2000, Score::Bound::kExact));
  CHECK(learned(-2000, Score::Bound::kExact));
}
