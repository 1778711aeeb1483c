// Buckets as a weight file of kind "poker.buckets", with its manifest and model card.
#pragma once

#include "learning/cfr/buckets/make_buckets.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning::cfr {

/// `manifest` has tool and command; the rest is filled in.
format::WeightFile buckets_file(const MadeBuckets& made, const BucketOptions& options,
                                Manifest manifest);

CardText buckets_card();

}  // namespace trivium::learning::cfr
