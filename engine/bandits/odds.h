// Posterior of the root actions: the probability that each is best, and the distribution of its
// result.
//
// The posterior is estimated from samples of all leaves. The share of samples in which an action is
// best estimates the posterior probability that it is best; the standard error of the share is at
// most 0.5 / sqrt(samples). Identification with fixed confidence (identify.h) stops when this
// probability is large enough.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/bandits/belief.h"
#include "engine/bandits/decision_rule.h"
#include "engine/bandits/tree.h"
#include "engine/core/rng.h"

namespace trivium::bandits {

/// Stores in `odds` the share of `samples` samples in which each action is best. Returns the action
/// with the largest share, with random tie-breaking. `scratch` has the tree and the rule, and is
/// working memory. Allocates nothing. Requires: `samples` >= 1; `odds` has one element for each
/// action.
std::size_t voted_best(const Beliefs& beliefs, std::size_t samples, TreeValue& scratch,
                       std::span<double> odds, Rng& rng) noexcept;

/// Posterior of one action.
struct ActionView {
  double best = 0;  ///< probability that it is the best action, in [0, 1]
  Ternary mean;     ///< mean over the samples; in each sample, both players know the leaves' values
  Ternary low;      ///< lower ends of the 95 % credible intervals, for each probability separately
  Ternary high;     ///< upper ends
  double pulls = 0;  ///< number of pulls of all leaves below it
};

/// Returns the posterior of every action. Requires: `samples` >= 1.
std::vector<ActionView> view_actions(const Tree& tree, const DecisionRule& rule,
                                     const Beliefs& beliefs, std::size_t samples, Rng& rng);

}  // namespace trivium::bandits
