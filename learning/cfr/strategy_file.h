// Output of Monte Carlo CFR: the average strategy as a weight file of kind "poker.strategy", and
// its model card.
#pragma once

#include "engine/poker/strategy/buckets.h"
#include "learning/cfr/learner.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning::cfr {

/// Returns the average strategy of `learner` as a weight file. Its manifest is `manifest` with
/// counts, parameters and figures of the run. Requires: the card source of `learner` uses
/// `buckets`.
format::WeightFile strategy_file(const Learner& learner, const poker::BucketData& buckets,
                                 Manifest manifest);

/// Returns the texts of the model card. `counts` are the numbers of buckets by round.
CardText strategy_card(const Learner& learner, const poker::BucketCounts& counts);

}  // namespace trivium::learning::cfr
