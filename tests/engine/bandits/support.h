// Helpers of the bandit tests: methods and rules by name, runs with known probabilities, reference
// distributions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bandits/identify.h"
#include "engine/bandits/method.h"

namespace trivium::bandits {

inline DecisionRule rule_of(std::string_view text) {
  const auto rule = parse_rule(text);
  REQUIRE(rule);
  return *rule;
}

inline Problem problem_of(const Tree& tree, std::string_view rule, std::size_t rounds) {
  Problem problem;
  problem.tree = &tree;
  problem.rule = rule_of(rule);
  problem.rounds = rounds;
  return problem;
}

inline std::unique_ptr<Method> method_of(std::string_view text, const Problem& problem) {
  const auto choice = parse_method(text);
  REQUIRE(choice);
  auto method = make_method(*choice, problem);
  REQUIRE(method);
  return std::move(*method);
}

inline Tree tree_of(const std::vector<std::size_t>& replies) { return Tree::replies(replies); }

using Chances = std::vector<Ternary>;  // by leaf

inline Chances random_chances(std::size_t leaves, Rng& rng) {
  Chances chances;
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) chances.push_back(Belief().sample(rng));
  return chances;
}

/// Returns the best action for these probabilities of the leaves.
inline std::size_t true_best(const Tree& tree, const DecisionRule& rule, const Chances& chances,
                             Rng& rng) {
  TreeValue value(tree, rule);
  for (std::size_t leaf = 0; leaf < chances.size(); ++leaf) value.set_leaf(leaf, chances[leaf]);
  value.back_up(rng);
  return value.best_action();
}

/// Returns a method's recommendation after `problem.rounds` pulls.
inline std::size_t answer_of(std::string_view name, const Problem& problem, const Chances& chances,
                             Rng& rng) {
  const auto method = method_of(name, problem);
  for (std::size_t round = 0; round < problem.rounds; ++round) {
    const std::size_t leaf = method->next(rng);
    method->observe(leaf, pulled(chances[leaf], rng), rng);
  }
  return method->recommend(rng);
}

/// Returns four standard errors of a share that was estimated from `draws` samples.
inline double four_errors(double share, double draws) {
  return 4 * std::sqrt(std::max(share * (1 - share), 1 / draws) / draws);
}

/// Returns the distribution function of a loss, Beta(a, b) with a, b >= 1, at 0, 1 / kBetaSteps,
/// ..., 1.
constexpr std::size_t kBetaSteps = 4000;
inline std::vector<double> beta_function(double a, double b) {
  std::vector<double> function(kBetaSteps + 1);
  const auto density = [&](double x) { return std::pow(x, a - 1) * std::pow(1 - x, b - 1); };
  const double step = 1.0 / kBetaSteps;
  for (std::size_t i = 1; i <= kBetaSteps; ++i) {
    const double x = static_cast<double>(i) * step;
    function[i] =
        function[i - 1] + density(x - step) + 4 * density(x - step / 2) + density(x);  // Simpson
  }
  for (double& value : function) value /= function.back();
  return function;
}

/// Returns the probability that each of several independent numbers with these distribution
/// functions is the smallest.
inline std::vector<double> minimum_probabilities(
    const std::vector<std::vector<double>>& functions) {
  std::vector<double> odds(functions.size(), 0.0);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    for (std::size_t x = 1; x <= kBetaSteps; ++x) {
      double others = 1;
      for (std::size_t j = 0; j < functions.size(); ++j) {
        if (j != i) others *= 1 - 0.5 * (functions[j][x - 1] + functions[j][x]);
      }
      odds[i] += others * (functions[i][x] - functions[i][x - 1]);
    }
  }
  return odds;
}

}  // namespace trivium::bandits
