// Hands of a log that share their deal are one sampling unit: logs hold duplicate deals now and then, and do not say so.
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

/// Hands by their deals: those with the same two holdings, whoever held which, are one cluster, a pair of hands at least where the log is
/// of a duplicate match.
class DealClusters {
 public:
  /// A hand of two players whose cards are known.
  void add(const poker::Hand& hand);

  /// Mean of a value, in any unit, for each of the hands that were added first, with the spread of
  /// clusters. Requires: not more values than hands.
  Winnings mean(std::span<const double> values) const;

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> numbers_;  ///< by the cards of both holdings
  std::vector<std::size_t> cluster_of_;
};

}  // namespace trivium::learning::poker_measure
