// Ranges of two players: a weight for each holding, and joint sums without shared cards.
//
// The weight of a pair of holdings is the product of both weights, or zero if they share a card.
// Sums over pairs take linear time by inclusion and exclusion: all weights, minus those with either
// card, plus those with both.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/poker/equity/holdings.h"

namespace trivium::learning::poker_measure {

/// Returns for each holding the sum of `weights` over all holdings without a shared card. One or
/// two cards per holding.
std::vector<double> compatible_sums(const poker::HoldingTable& table,
                                    std::span<const double> weights);

class RangePair {
 public:
  /// All weights are 1. Requires: `table` has at most two cards per holding and outlives this
  /// object.
  explicit RangePair(const poker::HoldingTable& table);

  const poker::HoldingTable& table() const noexcept { return *table_; }
  std::span<const double> weights(int player) const noexcept {
    return weights_[static_cast<std::size_t>(player)];
  }

  /// Sets the player's range to this holding alone.
  void hold(int player, std::size_t holding);
  /// Removes all holdings with `card`.
  void take(poker::Card card);
  /// Multiplies the player's weights by `factors`, one per holding.
  void scale(int player, std::span<const double> factors);

  /// Returns for each holding of `player` its weight times the opponent's compatible weight.
  std::vector<double> joint(int player) const;
  /// Returns the total weight of all pairs.
  double mass() const;

 private:
  const poker::HoldingTable* table_;
  std::array<std::vector<double>, 2> weights_;
};

}  // namespace trivium::learning::poker_measure
