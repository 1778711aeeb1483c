// Output of make_buckets(): a weight file of kind "poker.buckets", and its model card.
#pragma once

#include "learning/cfr/buckets/make_buckets.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning::cfr {

/// Returns the buckets as a weight file. Adds origin, seed, counts and figures to `manifest`.
format::WeightFile buckets_file(const MadeBuckets& made, const BucketOptions& options,
                                Manifest manifest);

/// Returns the texts of the model card.
CardText buckets_card();

}  // namespace trivium::learning::cfr
