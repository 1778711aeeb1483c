// Clusters of hands with the same deal, which are one sampling unit. Logs may contain duplicate
// deals without marking them.
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

/// Hands by their deals: those with the same two holdings, in either order, are one cluster. In a
/// log of a duplicate match each cluster has at least two hands.
class DealClusters {
 public:
  /// Adds a hand. Requires: two players with known cards.
  void add(const poker::Hand& hand);

  /// Mean of a value, in any unit, for each of the hands that were added first, with the spread of
  /// clusters. Requires: not more values than hands.
  Winnings mean(std::span<const double> values) const;

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t>
      numbers_;  ///< by the cards of both holdings
  std::vector<std::size_t> cluster_of_;
};

}  // namespace trivium::learning::poker_measure
