// Makes buckets as a phase of a command, with progress on stderr.
#pragma once

#include <filesystem>

#include "learning/cfr/buckets/make_buckets.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"

namespace trivium::tools {

/// Number of phases of the function below.
inline constexpr int kBucketPhases = 9;

/// As cfr::make_buckets(), half a minute or more. Prints its memory, then progress.
learning::cfr::MadeBuckets make_buckets_with_progress(const learning::cfr::BucketOptions& options,
                                                      learning::Phases& phases);

/// Returns the manifest of such buckets: this program and the command that makes them.
learning::Manifest buckets_manifest(const learning::cfr::BucketOptions& options);

/// Makes buckets as make_buckets_with_progress(), for a run with checkpoints in `folder`, and
/// writes them there, too. Requires: `folder` exists.
poker::BucketData make_and_keep_buckets(const learning::cfr::BucketOptions& options,
                                        const std::filesystem::path& folder,
                                        learning::Phases& phases);

/// Loads buckets made by this program with the same options from `folder`; else makes and writes
/// them.
poker::BucketData kept_buckets(const learning::cfr::BucketOptions& options,
                               const std::filesystem::path& folder, learning::Phases& phases);

}  // namespace trivium::tools
