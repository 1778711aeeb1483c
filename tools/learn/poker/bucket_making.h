// Makes buckets as a phase of a command, with progress on stderr.
#pragma once

#include <filesystem>

#include "learning/cfr/buckets/make_buckets.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"

namespace trivium::tools {

/// Number of phases of the function below.
inline constexpr int kBucketPhases = 9;

/// As cfr::make_buckets(): half a minute and more. Prints the memory that it takes, then progress.
learning::cfr::MadeBuckets make_buckets_with_progress(const learning::cfr::BucketOptions& options, learning::Phases& phases);

/// What the weight file of such buckets says of this program and of the command that makes them.
learning::Manifest buckets_manifest(const learning::cfr::BucketOptions& options);

/// The same for a run that keeps what it has done in `folder`, which is there: makes them and leaves them there as a weight file.
poker::BucketData make_and_keep_buckets(const learning::cfr::BucketOptions& options, const std::filesystem::path& folder,
                                        learning::Phases& phases);

/// Those that an earlier run of this very program left in `folder` by the same options; else they are made and kept anew.
poker::BucketData kept_buckets(const learning::cfr::BucketOptions& options, const std::filesystem::path& folder, learning::Phases& phases);

}  // namespace trivium::tools
