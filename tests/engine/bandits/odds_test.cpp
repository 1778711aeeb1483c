#include "engine/bandits/odds.h"

#include <cmath>
#include <doctest/doctest.h>
#include <vector>

#include "tests/engine/bandits/support.h"

namespace trivium::bandits {
namespace {

/// Distribution function of an action's loss under the literal rule: the maximum over its leaves.
std::vector<double> loss_function(const Tree& tree, const Beliefs& beliefs, std::size_t action) {
  std::vector<double> function(kBetaSteps + 1, 1.0);
  for (std::size_t leaf = tree.first_leaf(action); leaf < tree.first_leaf(action + 1); ++leaf) {
    const Ternary weights = beliefs[leaf].weights();
    const std::vector<double> one = beta_function(weights.loss, weights.draw + weights.win);
    for (std::size_t x = 0; x <= kBetaSteps; ++x) function[x] *= one[x];
  }
  return function;
}

double quantile(const std::vector<double>& function, double share) {
  std::size_t x = 0;
  while (function[x] < share) ++x;
  return static_cast<double>(x) / kBetaSteps;
}

TEST_CASE(
    "odds and views of actions agree with integrals over the posteriors, for trees of one and two "
    "layers") {
  Rng rng(1);
  constexpr std::size_t kSamples = 20000;
  for (const Tree& tree : {tree_of({3, 1, 5}), tree_of({1, 2}), Tree::flat(4), tree_of({6})}) {
    CAPTURE(tree.leaves());
    Beliefs beliefs(tree.leaves());
    for (Belief& belief : beliefs) {
      for (std::uint32_t left = rng.below(15); left-- > 0;)
        belief.observe(pulled({0.3, 0.4, 0.3}, rng));
    }
    std::vector<std::vector<double>> functions;
    for (std::size_t action = 0; action < tree.actions(); ++action)
      functions.push_back(loss_function(tree, beliefs, action));
    const std::vector<double> exact = minimum_probabilities(functions);

    TreeValue room(tree, DecisionRule{});
    std::vector<double> odds(tree.actions());
    const std::size_t best = voted_best(beliefs, kSamples, room, odds, rng);
    const std::vector<ActionView> views =
        view_actions(tree, DecisionRule{}, beliefs, kSamples, rng);
    for (std::size_t action = 0; action < tree.actions(); ++action) {
      CHECK(std::fabs(odds[action] - exact[action]) < four_errors(exact[action], kSamples) + 1e-4);
      CHECK(std::fabs(views[action].best - exact[action]) <
            four_errors(exact[action], kSamples) + 1e-4);
      CHECK(odds[best] >= odds[action]);
      double mean = 0;
      for (std::size_t x = 1; x <= kBetaSteps; ++x)
        mean += (1 - 0.5 * (functions[action][x - 1] + functions[action][x])) / kBetaSteps;
      CHECK(views[action].mean.loss == doctest::Approx(mean).epsilon(0.015));
      CHECK(views[action].mean.total() == doctest::Approx(1));
      CHECK(std::fabs(views[action].low.loss - quantile(functions[action], 0.025)) < 0.02);
      CHECK(std::fabs(views[action].high.loss - quantile(functions[action], 0.975)) < 0.02);
      double pulls = 0;
      for (std::size_t leaf = tree.first_leaf(action); leaf < tree.first_leaf(action + 1); ++leaf)
        pulls += beliefs[leaf].pulls();
      CHECK(views[action].pulls == pulls);
    }
  }
}

TEST_CASE("odds of actions without pulls are even, but fewer replies are better than many") {
  Rng rng(2);
  const Tree even = tree_of({3, 3, 3, 3}), lopsided = tree_of({18, 3, 9});
  TreeValue room(even, DecisionRule{});
  std::vector<double> odds(4);
  voted_best(Beliefs(even.leaves()), 20000, room, odds, rng);
  for (const double share : odds) CHECK(std::fabs(share - 0.25) < four_errors(0.25, 20000));
  TreeValue other(lopsided, DecisionRule{});
  odds.resize(3);
  CHECK(voted_best(Beliefs(lopsided.leaves()), 20000, other, odds, rng) == 1);
  CHECK(odds[1] > odds[2]);
  CHECK(odds[2] > odds[0]);
}

TEST_CASE("a single sample gives a view, and a single action is certainly the best") {
  Rng rng(3);
  const Tree tree = tree_of({2});
  const std::vector<ActionView> views = view_actions(tree, DecisionRule{}, Beliefs(2), 1, rng);
  REQUIRE(views.size() == 1);
  CHECK(views[0].best == 1);
  CHECK(views[0].low == views[0].high);
}

}  // namespace
}  // namespace trivium::bandits
