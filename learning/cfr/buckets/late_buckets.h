// Buckets of turn and river. Holdings are clustered as points, arrays of bytes: on the turn the
// histogram of equities over all rivers, on the river the equities against classes of the
// opponent's holdings (engine/poker/equity/river_strength.h). make_buckets.h adds the earlier
// rounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/river_strength.h"
#include "learning/cfr/buckets/bucket_work.h"
#include "learning/cfr/buckets/explained.h"

namespace trivium::learning::cfr {

struct TurnBuckets {
  std::vector<poker::TurnPoint> centroids;  ///< by ascending sum
  BucketFigures figures;
};

/// Clusters sampled holdings on random turn boards.
TurnBuckets make_turn_buckets(const BucketWork& work);

struct RiverBuckets {
  std::vector<poker::RiverPoint> centroids;  ///< by ascending sum
  BucketFigures figures;
  RiverComparison against_classes;  ///< of these buckets with intervals of equity
};

/// Clusters sampled holdings on random river boards. `opponent_class` has an element in [0,
/// kOpponentClasses) for each preflop_class().
RiverBuckets make_river_buckets(const BucketWork& work,
                                std::span<const std::uint8_t> opponent_class);

}  // namespace trivium::learning::cfr
