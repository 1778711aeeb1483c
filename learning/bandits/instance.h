// An instance: a bandit problem whose truth is known. It has a tree of ternary arms (loss, draw,
// win) with their true probabilities, the order of its actions, and a score for each action.
//
// By default the best action is that of paper 001 (formulas 1, 10 and 11): the one with the lowest
// probability of a loss and, among equal ones, of a draw. Other orders are possible. This order of
// true probabilities does not depend on the decision rule by which a method compares its estimates.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/bandits/belief.h"
#include "engine/bandits/decision_rule.h"
#include "engine/bandits/tree.h"

namespace trivium::learning::bandits {

struct Instance {
  trivium::bandits::Tree tree;
  std::vector<trivium::bandits::Ternary> leaves;   ///< true probabilities, by leaf
  std::vector<trivium::bandits::Ternary> actions;  ///< true values, by action, with best play
  std::vector<std::size_t> ranks;  ///< by action: number of better actions; 0 for the best
  std::vector<double> scores;      ///< by action: score g of recommending it
  std::vector<std::string> names;  ///< by action

  /// True if the action is a best one.
  bool right(std::size_t action) const noexcept { return ranks[action] == 0; }
  /// Number of best actions.
  std::size_t answers() const noexcept;
  /// Maximum score of a best action.
  double best_score() const noexcept;
};

/// Returns the order of true probabilities for methods that use `rule`: `rule` itself if it is
/// kWeighted or kExpectation, else lexicographic (by loss, then by draw).
trivium::bandits::DecisionRule truth_for(const trivium::bandits::DecisionRule& rule) noexcept;

/// Creates an instance. `leaves` has the true probabilities of each leaf; `truth` orders actions.
/// If `scores` is empty, the score of an action is the number of actions that are not better,
/// itself included: 5, 4, 3, 2, 1 for five, as in the paper. Missing names are "1", "2" and so on.
/// Probabilities are rounded to multiples of 1e-9 before they are compared.
Instance make_instance(trivium::bandits::Tree tree, std::vector<trivium::bandits::Ternary> leaves,
                       const trivium::bandits::DecisionRule& truth, std::vector<double> scores = {},
                       std::vector<std::string> names = {});

}  // namespace trivium::learning::bandits
