// Makes buckets (groups of similar hands) as part of a command, with progress on stderr.
#pragma once

#include "learning/cfr/buckets/make_buckets.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "learning/harness/run.h"

namespace trivium::tools {

/// Number of phases of make_buckets_with_progress().
inline constexpr int kBucketPhases = 9;

/// Calls cfr::make_buckets(), which takes half a minute or more. Prints the memory that it needs,
/// then its progress.
learning::cfr::MadeBuckets make_buckets_with_progress(const learning::cfr::BucketOptions& options,
                                                      learning::Phases& phases);

/// Returns the manifest of buckets with these options: this program and the command that makes
/// them.
learning::Manifest buckets_manifest(const learning::cfr::BucketOptions& options);

/// Loads the buckets in the checkpoint folder of `run` if it resumes and this version of the
/// program made them with the same options; else makes buckets with make_buckets_with_progress()
/// and writes them there. Requires: the folder exists. Throws format::LoadError if the file there
/// is damaged.
poker::BucketData kept_buckets(const learning::cfr::BucketOptions& options,
                               const learning::RunOptions& run, learning::Phases& phases);

}  // namespace trivium::tools
