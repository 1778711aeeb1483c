// A training run of a sampling learner, with snapshots. A resumed run gives identical bits.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "learning/cfr/learner.h"
#include "learning/harness/run.h"

namespace trivium::learning::cfr {

struct SampledRunOptions : RunOptions {
  std::uint64_t iterations = 0;  ///< total, rounded up to whole batches
  std::vector<std::uint64_t> milestones =
      {};  ///< increasing; iterations at which `reached` is called
};

/// Name of the learner in snapshots.
inline constexpr const char* kSampledLearner = "cfr_sampled";

/// Runs the iterations of a new `learner`. Calls `heard` with the number done, first with that of
/// the resumed run, and `reached` at each milestone, before its snapshot. Throws format::LoadError
/// if the checkpoint belongs to another run or has more iterations than requested.
void run_sampled(Learner& learner, const SampledRunOptions& options,
                 const std::function<void(std::uint64_t done)>& heard,
                 const std::function<void(std::uint64_t milestone)>& reached = {});

}  // namespace trivium::learning::cfr
