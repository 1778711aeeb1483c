// A player by a convolutional network (network.h): what the network says of the position with each holding.
//
// Fold, call and raise are the network's. What is not legal falls away, then what has less than a fifth, and the rest grows to a whole:
// small parts are errors of learning more often than intentions (thresholding: Ganzfried, Sandholm and Waugh 2012; what it wins, and how
// the fifth was found, says learning/poker_cnn/README.md). In no-limit games a raise is one of the sizes of the network's file, as parts of
// the real pot made legal, but for sizes with less than a fifth of the likeliest; a file without sizes raises the pot.
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
  /// Only the game that the network was trained for.
  Status can_play(const GameDefinition& game) const override;
  void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const override;
  /// The network's answers before the rules are asked and small parts left out, and how they change if each plane is empty.
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;
  /// The planes that show something.
  std::vector<PolicyPicture> pictures(const PublicState& state, const Holding& holding) const override;

 private:
  std::shared_ptr<const Network> network_;
};

/// Where a raise of `percent` of the pot after a call, or kAllInSize, goes to in this betting, made legal. A raise is legal.
Action raise_of(std::int32_t percent, const Betting& betting) noexcept;

}  // namespace trivium::poker
