// A trained strategy backed by a network: the network decides where the strategy's tree has no
// matching decision, instead of a check or call.
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
  /// Accepts only the game that both were trained for.
  Status can_play(const GameDefinition& game) const override;
  /// Returns the network's file, then the strategy's.
  std::vector<PolicyFile> files() const override;
  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override;
  /// Returns the terms of the strategy and, if it does not answer all, those of the network.
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;
  /// Returns the pictures of the network if it is used.
  std::vector<PolicyPicture> pictures(const PublicState& state,
                                      const Holding& holding) const override;

 private:
  StrategyPolicy by_strategy_;
  NetworkPolicy by_network_;
};

}  // namespace trivium::poker
