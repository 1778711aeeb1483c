#include "learning/cfr/sampled_run.h"

#include <algorithm>
#include <chrono>

#include "learning/harness/checkpoint.h"

namespace trivium::learning::cfr {

void run_sampled(Learner& learner, const SampledRunOptions& options, const std::function<void(std::uint64_t)>& heard,
                 const std::function<void(std::uint64_t)>& reached) {
  std::optional<Checkpoint> checkpoint;
  if (options.checkpoint_folder) {
    checkpoint.emplace(*options.checkpoint_folder, kSampledLearner, Learner::kStateVersion, learner.identity());
    if (const std::optional<Snapshot> snapshot = checkpoint->begin(options.resume)) learner.restore(*snapshot);
    const std::uint64_t batch = learner.settings().batch;
    checkpoint->refuse_fewer(learner.iterations(), (options.iterations + batch - 1) / batch * batch, "iterations");
  }
  heard(learner.iterations());
  auto next = std::ranges::upper_bound(options.milestones, learner.iterations());
  // A large table takes long to write, while nobody learns: most of the time is for learning.
  constexpr int kMinTimesTheCost = 30;
  std::chrono::steady_clock::duration pause = std::chrono::seconds(options.snapshot_seconds);
  auto saved = std::chrono::steady_clock::now();
  while (learner.iterations() < options.iterations) {
    learner.run_batch(next == options.milestones.end() ? options.iterations : std::min(*next, options.iterations));
    heard(learner.iterations());
    const auto passed = std::upper_bound(next, options.milestones.end(), learner.iterations());
    const auto now = std::chrono::steady_clock::now();
    const bool due = now - saved >= pause || learner.iterations() >= options.iterations;
    const bool milestone = passed != next;
    // Before the snapshot: a run that is killed in between comes past the milestone again.
    for (; next != passed; ++next) reached(*next);
    if (checkpoint && (due || milestone)) {
      const auto begun = std::chrono::steady_clock::now();
      checkpoint->save(learner.snapshot());
      saved = std::chrono::steady_clock::now();
      pause = std::max(pause, kMinTimesTheCost * (saved - begun));
    }
  }
}

}  // namespace trivium::learning::cfr
