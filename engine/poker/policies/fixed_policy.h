// Players that do not look at their cards: the yardsticks of every other, and company for tests of dealers.
#pragma once

#include <string>
#include <utility>

#include "engine/poker/policies/policy.h"

namespace trivium::poker {

/// How often each kind of action is chosen where all are legal, next to the others. What is not legal falls away; a call always remains.
struct ActionWeights {
  double fold = 0;
  double call = 0;
  double raise = 0;
};

/// Chooses by fixed weights, whatever it holds. In no-limit games raises are the smallest, the pot and all-in, equally often.
class FixedPolicy final : public Policy {
 public:
  FixedPolicy(std::string name, ActionWeights weights) : name_(std::move(name)), weights_(weights) {}

  std::string name() const override { return name_; }
  Status can_play(const GameDefinition&) const override { return {}; }
  void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const override;

 private:
  std::string name_;
  ActionWeights weights_;
};

}  // namespace trivium::poker
