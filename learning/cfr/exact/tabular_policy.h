// Policy that plays a strategy of a small game, so that it can be measured like any other policy.
#pragma once

#include <memory>
#include <string>

#include "engine/poker/policies/policy.h"
#include "learning/poker_measure/best_response/public_tree.h"
#include "learning/poker_measure/best_response/tree_strategy.h"

namespace trivium::learning::cfr {

class TabularPolicy final : public poker::Policy {
 public:
  /// Requires: `strategy` belongs to `tree`.
  TabularPolicy(std::string name, std::shared_ptr<const poker_measure::PublicTree> tree,
                poker_measure::TreeStrategy strategy);

  std::string name() const override { return name_; }
  /// Accepts only the game of the tree.
  Status can_play(const poker::GameDefinition& game) const override;
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override;

 private:
  std::string name_;
  std::shared_ptr<const poker_measure::PublicTree> tree_;
  poker_measure::TreeStrategy strategy_;
};

}  // namespace trivium::learning::cfr
