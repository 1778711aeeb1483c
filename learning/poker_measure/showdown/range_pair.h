// Ranges of two players: a weight for each holding, and sums over pairs of holdings.
//
// The weight of a pair of holdings is the product of both weights, or zero if they share a card.
// Sums over pairs take linear time by inclusion and exclusion: the sum of all weights, minus those
// of holdings with either card, plus that of the holding with both.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/poker/equity/holdings.h"

namespace trivium::learning::poker_measure {

/// Returns for each holding the sum of `weights` over all holdings that share no card with it.
/// Requires: one or two cards per holding.
std::vector<double> compatible_sums(const poker::HoldingTable& table,
                                    std::span<const double> weights);

/// Ranges of two players. Positions are 0 and 1.
class RangePair {
 public:
  /// Sets all weights to 1. Requires: `table` has at most two cards per holding and outlives this
  /// object.
  explicit RangePair(const poker::HoldingTable& table);

  /// Returns the weights of the player's holdings, at least 0.
  std::span<const double> weights(int player) const noexcept {
    return weights_[static_cast<std::size_t>(player)];
  }

  /// Sets the weights of all other holdings of the player to 0.
  void hold(int player, std::size_t holding);
  /// Sets the weights of all holdings with `card` to 0, for both players.
  void take(poker::Card card);
  /// Multiplies the player's weights by `factors`, one for each holding.
  void scale(int player, std::span<const double> factors);

  /// Returns for each holding of `player` its weight times the weight of the opponent's holdings
  /// that share no card with it.
  std::vector<double> joint(int player) const;
  /// Returns the sum of the weights of all pairs.
  double mass() const;

 private:
  const poker::HoldingTable* table_;
  std::array<std::vector<double>, 2> weights_;
};

}  // namespace trivium::learning::poker_measure
