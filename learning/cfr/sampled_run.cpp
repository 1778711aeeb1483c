#include "learning/cfr/sampled_run.h"

#include <algorithm>
#include <string>

namespace trivium::learning::cfr {

namespace {

/// Adapts a Learner to run() of learning/harness/run.h. A step is a batch.
class SampledRun {
 public:
  static constexpr const char* kName = kSampledLearner;
  static constexpr int kStateVersion = Learner::kStateVersion;
  static constexpr const char* kUnit = "batches";

  SampledRun(Learner& learner, const SampledRunOptions& options,
             const std::function<void(std::uint64_t)>& progress,
             const std::function<void(std::uint64_t)>& on_milestone)
      : learner_(learner), options_(options), progress_(progress), on_milestone_(on_milestone) {}

  std::string identity() const { return learner_.identity(); }
  std::uint64_t steps() const noexcept { return learner_.iterations() / learner_.settings().batch; }
  std::uint64_t goal() const noexcept {
    return (options_.iterations + learner_.settings().batch - 1) / learner_.settings().batch;
  }
  Snapshot snapshot() const { return learner_.snapshot(); }

  Step begin() {
    progress_(learner_.iterations());
    return Step::kMade;
  }

  void restore(const StateReader& state) {
    learner_.restore(state);
    begin();
  }

  Step advance() {
    const auto next = std::ranges::upper_bound(options_.milestones, learner_.iterations());
    learner_.run_batch(next == options_.milestones.end() ? options_.iterations
                                                         : std::min(*next, options_.iterations));
    progress_(learner_.iterations());
    const auto passed = std::upper_bound(next, options_.milestones.end(), learner_.iterations());
    // Milestones come before the snapshot, so a run that is killed in between repeats them.
    for (auto milestone = next; milestone != passed; ++milestone) on_milestone_(*milestone);
    return passed == next ? Step::kMade : Step::kMilestone;
  }

 private:
  Learner& learner_;
  const SampledRunOptions& options_;
  const std::function<void(std::uint64_t)>& progress_;
  const std::function<void(std::uint64_t)>& on_milestone_;
};

}  // namespace

void run_sampled(Learner& learner, const SampledRunOptions& options,
                 const std::function<void(std::uint64_t)>& progress,
                 const std::function<void(std::uint64_t)>& on_milestone) {
  SampledRun sampled(learner, options, progress, on_milestone);
  run(sampled, options);
}

}  // namespace trivium::learning::cfr
