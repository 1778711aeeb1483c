// Report on the quality of buckets: tables (CSV) and a picture (SVG).
#pragma once

#include <array>
#include <string>

#include "engine/poker/strategy/buckets.h"
#include "learning/cfr/buckets/make_buckets.h"

namespace trivium::learning::cfr {

/// CPU time to find the buckets of all holdings on a board, in microseconds, by round.
using TimesToFind = std::array<double, poker::kHoldemRounds>;

/// Returns a row for each round: buckets, samples, mean distance from the centroid, explained share
/// of the variance of equity, and time.
std::string buckets_csv(const MadeBuckets& made, const TimesToFind& times);

/// Returns the comparison of the river buckets with equal intervals of equity (RiverComparison).
std::string river_csv(const MadeBuckets& made);

/// Returns charts of the explained share and of the distance by round.
std::string buckets_svg(const MadeBuckets& made);

}  // namespace trivium::learning::cfr
