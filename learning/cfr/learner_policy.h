// Policy that plays the average strategy of a Learner. It measures a strategy during training,
// without a file.
#pragma once

#include <string>

#include "engine/poker/policies/policy.h"
#include "learning/cfr/learner.h"

namespace trivium::learning::cfr {

class LearnerPolicy final : public poker::Policy {
 public:
  /// Requires: `learner` outlives the policy and does not train during calls of distribution().
  explicit LearnerPolicy(const Learner& learner) : learner_(learner) {}

  std::string name() const override { return "cfr"; }
  /// Accepts only the game of the learner's tree.
  Status can_play(const poker::GameDefinition& game) const override;
  /// Maps bets that are not in the tree to sizes that are. If the betting of the tree is over, the
  /// policy checks or calls.
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override;

 private:
  const Learner& learner_;
};

}  // namespace trivium::learning::cfr
