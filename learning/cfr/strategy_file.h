// What a run of Monte Carlo CFR leaves behind: its average strategy as a weight file of kind poker.strategy, and the card beside it.
#pragma once

#include "engine/poker/strategy/buckets.h"
#include "learning/cfr/learner.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning::cfr {

/// The strategy of `learner`, whose cards are those of `buckets`. To the manifest it adds the run's counts, parameters and figures.
format::WeightFile strategy_file(const Learner& learner, const poker::BucketData& buckets, Manifest manifest);

/// The words of the card beside it.
CardText strategy_card(const Learner& learner, const poker::BucketCounts& counts);

}  // namespace trivium::learning::cfr
