// Buckets of turn and river, whose holdings are points of a few bytes: the histogram of the equity
// on the rivers, and equities against classes of the opponent's holdings. make_buckets.h puts them
// together with the earlier rounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/river_strength.h"
#include "learning/cfr/buckets/bucket_work.h"
#include "learning/cfr/buckets/explained.h"

namespace trivium::learning::cfr {

struct TurnBuckets {
  std::vector<poker::TurnPoint> centroids;
  BucketFigures figures;
};

TurnBuckets make_turn_buckets(const BucketWork& work);

struct RiverBuckets {
  std::vector<poker::RiverPoint> centroids;
  BucketFigures figures;
  RiverComparison against_classes;
};

/// `opponent_class` has that of each of the 169 classes of holdings.
RiverBuckets make_river_buckets(const BucketWork& work,
                                std::span<const std::uint8_t> opponent_class);

}  // namespace trivium::learning::cfr
