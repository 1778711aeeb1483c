// A strategy written out for a whole public tree: what both players do at each decision with each
// holding.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/poker/policies/policy.h"
#include "learning/poker_measure/best_response/public_tree.h"

namespace trivium::learning::poker_measure {

/// Numbers by decision (PublicNode::place), action and holding. Holdings that share a card with the
/// board have probability 0 everywhere.
struct TreeStrategy {
  std::vector<double> probabilities;

  /// What the actor of a decision does with each holding: the probability of the action with that
  /// number.
  std::span<const double> row(const PublicNode& node, std::size_t action,
                              std::size_t holdings) const noexcept {
    return std::span(probabilities).subspan(node.place + action * holdings, holdings);
  }
};

/// Asks a policy about every decision. Throws std::invalid_argument where it chooses an action that
/// is not legal.
TreeStrategy strategy_of(const PublicTree& tree, const poker::Policy& policy);

/// Everything that is legal, equally often.
TreeStrategy uniform_strategy(const PublicTree& tree);

}  // namespace trivium::learning::poker_measure
