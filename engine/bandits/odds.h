// What beliefs say of the actions at the root: the odds that each is the best, and what its end may be.
//
// By samples of all leaves: the share of samples in which an action is best estimates the posterior probability that it is, with a standard
// error of at most half over the root of their number. It is what fixed confidence stops by.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/bandits/belief.h"
#include "engine/bandits/decision_rule.h"
#include "engine/bandits/tree.h"
#include "engine/core/rng.h"

namespace trivium::bandits {

/// Counts in how many of `samples` samples each action is best: shares of them go to `odds`, one for each action. Returns the action with
/// the greatest, of equals one by chance. `room` is of the tree. Allocates nothing.
std::size_t voted_best(const Beliefs& beliefs, std::size_t samples, TreeValue& room, std::span<double> odds, Rng& rng) noexcept;

/// What is believed of an action.
struct ActionView {
  double best = 0;  ///< the probability that it is the best
  Ternary mean;     ///< of what it comes to, when both players choose by the sample
  Ternary low;      ///< 95% of the samples lie between these, each chance by itself
  Ternary high;
  double pulls = 0;  ///< of all leaves below it
};

/// Of every action. `samples` is at least 1.
std::vector<ActionView> view_actions(const Tree& tree, const DecisionRule& rule, const Beliefs& beliefs, std::size_t samples, Rng& rng);

}  // namespace trivium::bandits
