// A learned strategy that a network stands in for: where no decision of the strategy's tree answers, the network does, instead of a check
// or call. Elsewhere the two play alike.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/poker/policies/network_policy.h"
#include "engine/poker/policies/strategy_policy.h"

namespace trivium::poker {

class MixedPolicy final : public Policy {
 public:
  MixedPolicy(std::shared_ptr<const Strategy> strategy, std::shared_ptr<const Network> network)
      : by_strategy_(std::move(strategy)), by_network_(std::move(network)) {}

  std::string name() const override { return "mixed"; }
  /// Only the game that both were learned for.
  Status can_play(const GameDefinition& game) const override;
  void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const override;
  /// Those of the strategy, and where it does not answer all, the network's.
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;
  /// The network's, where it is asked.
  std::vector<PolicyPicture> pictures(const PublicState& state, const Holding& holding) const override;

 private:
  StrategyPolicy by_strategy_;
  NetworkPolicy by_network_;
};

}  // namespace trivium::poker
