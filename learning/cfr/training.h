// A long run of Monte Carlo CFR: checkpoints by the clock, strategies told on the way, and an end at a number of iterations.
//
// The clock decides only when a checkpoint is written: what is learned depends on the number of iterations alone, so that a run that was
// killed, or that was done in pieces, or whose strategy at a quarter of the way was asked for, ends with the same bits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "learning/cfr/learner.h"

namespace trivium::learning::cfr {

/// Of the checkpoint.
inline constexpr const char* kTrainingName = "cfr";

struct TrainingPlan {
  std::uint64_t iterations = 0;           ///< in all; whole batches are done, so that it may be a few more
  std::vector<std::uint64_t> milestones;  ///< iterations, below those in all, after which to tell, rising
  std::filesystem::path checkpoint;       ///< a folder; empty for none
  bool resume = false;                    ///< go on from the checkpoint there, if there is one
  std::chrono::seconds checkpoint_every = std::chrono::minutes(5);
};

struct TrainingEvents {
  std::function<void(std::uint64_t iterations)> resumed;   ///< before the first batch, where a checkpoint was there
  std::function<void(std::uint64_t iterations)> progress;  ///< after each batch
  std::function<void(std::uint64_t milestone)> milestone;  ///< the learner has done so many; not for those that an earlier run did
};

/// Runs `learner`, which is new, through the plan; the calling thread. Events may be empty. Throws format::LoadError where the checkpoint's
/// folder is in use, holds another run, or one that has done more iterations than asked for.
void train(Learner& learner, const TrainingPlan& plan, const TrainingEvents& events);

}  // namespace trivium::learning::cfr
