// What each of two players may hold: a weight for every holding, and what follows for both together since no card is held twice.
//
// The weight of a pair of holdings is the product of its two weights, or zero where they share a card. Sums over pairs are made in linear
// time: the weights of an opponent's holdings that share no card with one's own are all, less those with either card, plus those with both.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/poker/equity/holdings.h"

namespace trivium::learning::poker_measure {

/// For each holding the sum of `weights` over all holdings that share no card with it. One or two cards a holding.
std::vector<double> compatible_sums(const poker::HoldingTable& table, std::span<const double> weights);

class RangePair {
 public:
  /// Every holding with weight 1 for both. `table`, of at most two cards a holding, must outlive the ranges.
  explicit RangePair(const poker::HoldingTable& table);

  const poker::HoldingTable& table() const noexcept { return *table_; }
  std::span<const double> weights(int player) const noexcept { return weights_[static_cast<std::size_t>(player)]; }

  /// The player holds nothing else.
  void hold(int player, std::size_t holding);
  /// Nobody holds `card`.
  void take(poker::Card card);
  /// Multiplies the player's weights by the numbers of `factors`, one a holding.
  void scale(int player, std::span<const double> factors);

  /// For each holding of `player`, its weight together with all that the opponent may hold then.
  std::vector<double> joint(int player) const;
  /// The weight of all pairs.
  double mass() const;

 private:
  const poker::HoldingTable* table_;
  std::array<std::vector<double>, 2> weights_;
};

}  // namespace trivium::learning::poker_measure
