// A problem whose truth is known: a tree of ternary arms, which of its actions are best, and what
// an answer is worth.
//
// The best action is the paper's (formulas 1, 10 and 11): the least chance of a loss and, among
// several, of a draw, taken exactly; other orders can be asked for. How a method compares what it
// has seen is another matter and its rule's.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/bandits/belief.h"
#include "engine/bandits/decision_rule.h"
#include "engine/bandits/tree.h"

namespace trivium::learning::bandits {

struct Instance {
  trivium::bandits::Tree tree;
  std::vector<trivium::bandits::Ternary> leaves;  ///< true chances
  std::vector<trivium::bandits::Ternary>
      actions;                     ///< what each action comes to when both sides know the truth
  std::vector<std::size_t> ranks;  ///< of each action: how many are better; 0 of the best
  std::vector<double> scores;      ///< g, what it is worth to answer with an action
  std::vector<std::string> names;  ///< of actions

  bool right(std::size_t action) const noexcept { return ranks[action] == 0; }
  /// How many are best.
  std::size_t answers() const noexcept;
  double best_score() const noexcept;
};

/// How true chances are compared where methods play by `rule`: by loss, then draw, but for the
/// rules that compare something else at heart, which are their own truth.
trivium::bandits::DecisionRule truth_for(const trivium::bandits::DecisionRule& rule) noexcept;

/// One true chance for each leaf. Without scores an action's is the number of actions that are not
/// better, itself among them: 5, 4, 3, 2, 1 of five, as in the paper. Without names they are "1",
/// "2" ... Chances that differ by less than 1e-9 count as equal.
Instance make_instance(trivium::bandits::Tree tree, std::vector<trivium::bandits::Ternary> leaves,
                       const trivium::bandits::DecisionRule& truth, std::vector<double> scores = {},
                       std::vector<std::string> names = {});

}  // namespace trivium::learning::bandits
