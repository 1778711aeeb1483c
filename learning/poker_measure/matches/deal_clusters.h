// Clusters of hands with the same deal. A log may contain duplicate deals without marking them.
// Their results are not independent, so each cluster is one sampling unit of an interval.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "engine/poker/rules/hand.h"
#include "learning/poker_measure/matches/duplicate.h"

namespace trivium::learning::poker_measure {

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
