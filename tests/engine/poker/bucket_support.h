// Buckets and boards for tests of all that asks for buckets.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/buckets.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {

/// Buckets that make no sense but keep all rules, so that everything about them can be tested.
inline BucketData some_data(const BucketCounts& counts) {
  Rng rng(5);
  BucketData data;
  data.counts = counts;
  data.preflop = BucketArray(kPreflopClasses, counts[0]);
  for (std::size_t i = 0; i < kPreflopClasses; ++i) data.preflop.set(i, static_cast<std::uint16_t>(i % counts[0]));
  data.flop = BucketArray(kHoldingClasses[1], counts[1]);
  for (std::size_t i = 0; i < data.flop.size(); ++i) data.flop.set(i, static_cast<std::uint16_t>(i * 7 % counts[1]));
  data.turn.resize(counts[2]);
  for (TurnPoint& point : data.turn) {
    for (std::uint8_t& value : point) value = static_cast<std::uint8_t>(rng.below(kTurnRivers * kTurnScale + 1));
    std::ranges::sort(point);
  }
  std::ranges::sort(data.turn, {}, sum_of<TurnPoint>);
  data.river.resize(counts[3]);
  for (RiverPoint& point : data.river) {
    for (std::size_t c = 0; c < kOpponentClasses; ++c) point[c] = static_cast<std::uint8_t>(rng.below(kProfileUnits + 1));
  }
  std::ranges::sort(data.river, {}, sum_of<RiverPoint>);
  for (std::size_t i = 0; i < kPreflopClasses; ++i) data.opponent_class.push_back(static_cast<std::uint8_t>(i % kOpponentClasses));
  return data;
}

inline constexpr BucketCounts kSmall{20, 30, 40, 50};

inline std::vector<std::vector<Card>> some_boards() {
  return {{}, cards("2c7d9h"), cards("AsAhAd"), cards("2c7d9hJs"), cards("8h9hThAcAd")};
}

}  // namespace trivium::poker
