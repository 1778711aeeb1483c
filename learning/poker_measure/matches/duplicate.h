// Mean winnings in duplicate poker: each deal is played twice with swapped cards.
//
// The two results of a deal are not independent, because they share the cards. Therefore the pair
// of hands is the sampling unit of the interval.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/poker/rules/hand.h"
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
  auto fields() noexcept { return std::tie(pairs_); }  ///< for Shards::sum()
  Winnings winnings() const noexcept;

 private:
  statistics::Moments pairs_;
};

// Clusters of hands with the same deal. A log may contain duplicate deals without marking them.
// Their results are not independent, so each cluster is one sampling unit of an interval.

/// Assigns hands to clusters. Hands with the same two holdings, in either order, form a cluster. In
/// the complete log of a duplicate match, each cluster has at least two hands.
class DealClusters {
 public:
  /// Adds a hand. Requires: two players with known cards.
  void add(const poker::Hand& hand);

  /// Returns the mean of `values` with its 95 % interval, in the unit of the values. values[k]
  /// belongs to the k-th hand that was added, from 0; hands without a value are not counted. The
  /// interval is computed from the sum of each cluster. Requires: at most as many values as hands.
  Winnings mean(std::span<const double> values) const;

 private:
  /// Number of the cluster by the cards of both holdings.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> numbers_;
  std::vector<std::size_t> cluster_of_;  ///< by hand
};

}  // namespace trivium::learning::poker_measure
