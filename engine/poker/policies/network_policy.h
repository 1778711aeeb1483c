// A player that uses a convolutional network (network.h) for the position with each holding.
//
// The network gives the probabilities of fold, call and raise. Illegal actions are dropped, then
// actions below one fifth of the rest, and what is left is normalized: small parts are more often
// training errors than intentions (thresholding: Ganzfried, Sandholm and Waugh 2012). In no-limit
// games a raise has one of the sizes in the network's file, as a part of the actual pot, made
// legal. Sizes below one fifth of the most probable one are dropped. A file without sizes raises
// the pot.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/network/network.h"
#include "engine/poker/policies/policy.h"

namespace trivium::poker {

class NetworkPolicy final : public Policy {
 public:
  explicit NetworkPolicy(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

  std::string name() const override { return "cnn"; }
  /// Accepts only the game that the network was trained for.
  Status can_play(const GameDefinition& game) const override;
  std::vector<PolicyFile> files() const override {
    return {{kNetworkKind, network_->source(), network_->sha256()}};
  }
  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override;
  /// Returns the network's output before illegal and small parts are dropped, and how it changes if
  /// each plane, or the memory, is emptied.
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;
  /// Returns the planes that are not empty.
  std::vector<PolicyPicture> pictures(const PublicState& state,
                                      const Holding& holding) const override;

 private:
  std::shared_ptr<const Network> network_;
};

/// Returns the raise of `percent` of the pot after a call, or all-in for kAllInSize, made legal.
/// Requires: a raise is legal.
Action raise_of(std::int32_t percent, const Betting& betting) noexcept;

}  // namespace trivium::poker
