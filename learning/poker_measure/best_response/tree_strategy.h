// A strategy for a whole public tree: the action probabilities of both players at each decision
// with each holding. Exact measures and learners of small games use it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/poker/policies/policy.h"
#include "learning/poker_measure/best_response/public_tree.h"

namespace trivium::learning::poker_measure {

/// Probabilities by decision (PublicNode::place), action and holding. Holdings that share a card
/// with the board have probability 0 for every action.
struct TreeStrategy {
  std::vector<double> probabilities;

  /// Returns the probabilities of child number `action` of a decision, one for each of the tree's
  /// `holdings` holdings.
  std::span<const double> row(const PublicNode& node, std::size_t action,
                              std::size_t holdings) const noexcept {
    return std::span(probabilities).subspan(node.place + action * holdings, holdings);
  }
};

/// Returns the strategy that `policy` plays. Throws std::invalid_argument if the policy returns an
/// illegal action. Requires: the policy can play the game.
TreeStrategy strategy_of(const PublicTree& tree, const poker::Policy& policy);

/// Returns the strategy that plays every legal action with equal probability.
TreeStrategy uniform_strategy(const PublicTree& tree);

}  // namespace trivium::learning::poker_measure
