// A run of a sampling learner: so many iterations, with snapshots from which it goes on to the same bits.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "learning/cfr/learner.h"
#include "learning/harness/run.h"

namespace trivium::learning::cfr {

struct SampledRunOptions : RunOptions {
  std::uint64_t iterations = 0;                ///< in all; whole batches are done, so that it may be a little more
  std::vector<std::uint64_t> milestones = {};  ///< rising; where the strategy is wanted on the way
};

/// Snapshots are named by it.
inline constexpr const char* kSampledLearner = "cfr_sampled";

/// Lets `learner`, which has done nothing yet, do its iterations; `heard` hears how many are done, first those of the run that is gone on
/// with; `reached` of a milestone when so many are done, before a snapshot says so. Throws format::LoadError where the checkpoint is of
/// another run or further than asked for.
void run_sampled(Learner& learner, const SampledRunOptions& options, const std::function<void(std::uint64_t done)>& heard,
                 const std::function<void(std::uint64_t milestone)>& reached = {});

}  // namespace trivium::learning::cfr
