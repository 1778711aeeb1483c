// Mean winnings in duplicate poker: each deal is played twice with swapped cards.
//
// The two results of a deal are not independent, because they share the cards. Therefore the pair
// of hands is the sampling unit of the interval.
#pragma once

#include <cstdint>

#include "learning/statistics/moments.h"
#include "learning/statistics/pair_score.h"

namespace trivium::learning::poker_measure {

/// Mean winnings per hand with their 95 % interval, in the unit of the measure.
struct Winnings {
  double mean = 0;
  double half_width = 0;  ///< of the interval; infinite for fewer than two units
  /// Standard deviation of one hand: the value at which as many independent hands would have the
  /// same interval.
  double deviation = 0;
  std::uint64_t units = 0;  ///< number of sampling units: pairs of hands, hands or clusters

  double low() const noexcept { return mean - half_width; }
  double high() const noexcept { return mean + half_width; }
};

/// Accumulates the winnings of a player in pairs of hands.
class Duplicate {
 public:
  /// Adds the player's winnings in the two hands of a deal.
  void add(double first, double second) noexcept { pairs_.add((first + second) / 2); }
  /// Adds the pairs of `other`.
  void merge(const Duplicate& other) noexcept { pairs_.merge(other.pairs_); }
  Winnings winnings() const noexcept;

 private:
  statistics::Moments pairs_;
};

}  // namespace trivium::learning::poker_measure
