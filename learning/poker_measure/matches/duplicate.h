// Means of duplicate poker: a deal is played twice with the cards swapped, and the pair is the
// sampling unit.
//
// The two results of a pair share their cards and are not independent, so that intervals come from
// the means of pairs.
#pragma once

#include <cstdint>

#include "learning/statistics/moments.h"
#include "learning/statistics/pair_score.h"

namespace trivium::learning::poker_measure {

/// Mean winnings with their 95% interval; any unit.
struct Winnings {
  double mean = 0;
  double half_width = 0;  ///< infinite for less than two units
  double deviation =
      0;  ///< sqrt(2) times that of a pair's mean: of one hand if hands were independent
  std::uint64_t units = 0;  ///< independent sampling units: pairs of hands, hands or clusters,
                            ///< depending on the measure

  double low() const noexcept { return mean - half_width; }
  double high() const noexcept { return mean + half_width; }
};

class Duplicate {
 public:
  /// Adds the player's winnings in the two hands of a deal.
  void add(double first, double second) noexcept { pairs_.add((first + second) / 2); }
  void merge(const Duplicate& other) noexcept { pairs_.merge(other.pairs_); }
  Winnings winnings() const noexcept;

 private:
  statistics::Moments pairs_;
};

}  // namespace trivium::learning::poker_measure
