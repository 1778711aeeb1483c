// Players that ignore their cards: baselines for other players, and opponents in tests.
#pragma once

#include <string>
#include <utility>

#include "engine/poker/policies/policy.h"

namespace trivium::poker {

/// Weights of the kinds of actions, at least 0. The probability of a legal kind is its weight
/// divided by the sum of the weights of all legal kinds. If this sum is 0, the policy calls.
struct ActionWeights {
  double fold = 0;
  double call = 0;
  double raise = 0;
};

/// Plays by fixed weights, whatever its cards. In no-limit games it raises by the minimum, by the
/// pot and all-in equally often; equal sizes count once.
class FixedPolicy final : public Policy {
 public:
  FixedPolicy(std::string name, ActionWeights weights)
      : name_(std::move(name)), weights_(weights) {}

  std::string name() const override { return name_; }
  Status can_play(const GameDefinition&) const override { return {}; }
  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override;

 private:
  std::string name_;
  ActionWeights weights_;
};

}  // namespace trivium::poker
