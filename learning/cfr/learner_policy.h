// What a learner's average strategy plays, before it is written anywhere: for measures of
// strategies in the making.
#pragma once

#include <string>

#include "engine/poker/policies/policy.h"
#include "learning/cfr/learner.h"

namespace trivium::learning::cfr {

class LearnerPolicy final : public poker::Policy {
 public:
  /// `learner` must outlive the policy and not learn while it is asked.
  explicit LearnerPolicy(const Learner& learner) : learner_(learner) {}

  std::string name() const override { return "cfr"; }
  /// The tree's game alone.
  Status can_play(const poker::GameDefinition& game) const override;
  /// Histories that the tree has not are translated; where its betting is over, the answer is to
  /// check or call.
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override;

 private:
  const Learner& learner_;
};

}  // namespace trivium::learning::cfr
