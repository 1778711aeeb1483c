// The learner: batches, the prior, alpha, and equal bits for any number of threads.
#include "learning/tdleaf/learner.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

#include "learning/tdleaf/tdleaf.h"
#include "tests/learning/tdleaf/support.h"

using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;
using chess::operator""_group;

namespace {

std::vector<double> learned(const LearnerOptions& options, const std::vector<SearchedGame>& games,
                            std::size_t threads = 1) {
  Learner learner(options, test::some_weights(), test::some_weights());
  learner.learn(test::stream_of(games), threads);
  return learner.weights();
}

LearnerOptions with_batch(std::size_t batch, StepRule rule = StepRule::kAdam) {
  LearnerOptions options;
  options.batch = batch;
  options.rule = rule;
  return options;
}

}  // namespace

TEST_CASE("on-line and batch learning are the same for one game") {
  const std::vector<SearchedGame> game = test::random_games(1);
  for (const StepRule rule : {StepRule::kPlain, StepRule::kAdaGrad, StepRule::kAdam}) {
    const std::vector<double> online = learned(with_batch(1, rule), game);
    CHECK(online == learned(with_batch(0, rule), game));
    CHECK(online == learned(with_batch(64, rule), game));
    CHECK(online != test::some_weights());
  }
}

TEST_CASE("on-line learning takes a step after each game, batch learning one for all") {
  const std::vector<SearchedGame> games = test::random_games(3);
  Learner learner(with_batch(1, StepRule::kPlain), test::some_weights(), test::some_weights());
  for (const SearchedGame& game : games) learner.learn(test::stream_of({game}), 1);
  CHECK(learner.weights() == learned(with_batch(1, StepRule::kPlain), games));
  CHECK(learner.weights() != learned(with_batch(0, StepRule::kPlain), games));
  CHECK(learner.games() == 3);
}

TEST_CASE("a plain batch step is alpha times the mean gradient of its games") {
  const std::vector<SearchedGame> games = test::random_games(5);
  LearnerOptions options = with_batch(0, StepRule::kPlain);
  options.alpha = 20.0;
  const std::vector<double> start = test::some_weights();
  GradientSums sums(start.size());
  GameGradient gradient(start, options.gradient);
  for (const SearchedGame& game : games) gradient.add(game, sums);
  const std::vector<double> weights = learned(options, games);
  for (std::size_t i = 0; i < start.size(); ++i) {
    CHECK(weights[i] ==
          doctest::Approx(start[i] + 20.0 / 100.0 * sums.gradient[i] / 5.0).epsilon(1e-12));
  }
}

TEST_CASE("the weights have the same bits for any number of threads") {
  const std::vector<SearchedGame> games = test::random_games(70);
  for (const std::size_t batch : {0U, 1U, 32U}) {
    const std::vector<double> one = learned(with_batch(batch), games, 1);
    for (const std::size_t threads : {2U, 5U})
      CHECK(learned(with_batch(batch), games, threads) == one);
  }
}

TEST_CASE(
    "the prior pulls weights without evidence toward it, and leaves weights at the prior "
    "unchanged") {
  LearnerOptions options = with_batch(0, StepRule::kPlain);
  options.alpha = 1.0;
  options.prior = 0.5;
  std::vector<double> prior = test::some_weights();
  prior.back() += 2.0;  // pawns
  Learner learner(options, test::some_weights(), prior);
  std::vector<SearchedGame> games = test::random_games(1);
  for (SearchedPosition& searched : games[0].positions) searched.leaf_decides = false;
  learner.learn(test::stream_of(games), 1);
  std::vector<double> expected = test::some_weights();
  expected.back() += 1.0;  // half the way
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(learner.weights()[i] == doctest::Approx(expected[i]));
}

TEST_CASE("if only some groups of features are learned, all others stay unchanged") {
  LearnerOptions options = with_batch(1);
  options.only = {"knight"_group, "knight_square"_group};
  options.prior = 0.1;
  const std::vector<double> start = test::some_weights();
  Learner learner(options, start, std::vector<double>(start.size(), 1.0));
  learner.learn(test::stream_of(test::random_games(4)), 1);
  bool moved = false;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const chess::FeatureGroup group =
        chess::group_of(static_cast<chess::FeatureIndex>(i % chess::kFeatureCount));
    const bool learns = std::ranges::find(options.only, group) != options.only.end();
    moved |= learns && learner.weights()[i] != start[i];
    if (!learns) CHECK(learner.weights()[i] == start[i]);
  }
  CHECK(moved);
}

TEST_CASE("alpha falls with the games learned from, down to its minimum") {
  LearnerOptions options = with_batch(1, StepRule::kPlain);
  options.alpha = 20.0;
  options.alpha_half = 4.0;
  options.min_alpha = 6.0;
  Learner learner(options, test::some_weights(), test::some_weights());
  CHECK(learner.alpha() == 20.0);
  learner.learn(test::stream_of(test::random_games(4)), 1);
  CHECK(learner.alpha() == doctest::Approx(10.0));
  learner.learn(test::stream_of(test::random_games(8)), 1);
  CHECK(learner.alpha() == 6.0);
}

TEST_CASE("a learner restored from its state continues with the same bits") {
  const std::vector<SearchedGame> games = test::random_games(8);
  for (const StepRule rule : {StepRule::kPlain, StepRule::kAdaGrad, StepRule::kAdam}) {
    Learner whole(with_batch(4, rule), test::some_weights(), test::some_weights());
    whole.learn(test::stream_of(games), 1);
    Learner restored(with_batch(4, rule), test::some_weights(2), test::some_weights());
    restored.restore(whole.state());
    CHECK(restored.games() == whole.games());
    whole.learn(test::stream_of(games), 1);
    restored.learn(test::stream_of(games), 1);
    CHECK(restored.weights() == whole.weights());
  }
}

TEST_CASE("repeated learning lowers the error on the games learned from") {
  LearnerOptions options = with_batch(0);
  options.gradient.lambda = 1.0;
  Learner learner(options, weights_of_nothing(), weights_of_nothing());
  const std::vector<SearchedGame> games = test::random_games(30);
  const double before = learner.learn(test::stream_of(games), 1).squared_errors;
  for (int pass = 0; pass < 30; ++pass) learner.learn(test::stream_of(games), 1);
  CHECK(learner.learn(test::stream_of(games), 1).squared_errors < 0.9 * before);
}
