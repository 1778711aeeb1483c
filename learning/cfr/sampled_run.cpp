#include "learning/cfr/sampled_run.h"

#include <algorithm>
#include <string>

namespace trivium::learning::cfr {

namespace {

/// A learner that reports its iterations and milestones; a step is a batch.
class SampledRun {
 public:
  static constexpr const char* kName = kSampledLearner;
  static constexpr int kStateVersion = Learner::kStateVersion;
  static constexpr const char* kUnit = "batches";

  SampledRun(Learner& learner, const SampledRunOptions& options,
             const std::function<void(std::uint64_t)>& heard,
             const std::function<void(std::uint64_t)>& reached)
      : learner_(learner), options_(options), heard_(heard), reached_(reached) {}

  std::string identity() const { return learner_.identity(); }
  std::uint64_t steps() const noexcept { return learner_.iterations() / learner_.settings().batch; }
  std::uint64_t goal() const noexcept {
    return (options_.iterations + learner_.settings().batch - 1) / learner_.settings().batch;
  }
  Snapshot snapshot() const { return learner_.snapshot(); }

  Step begin() {
    heard_(learner_.iterations());
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
    heard_(learner_.iterations());
    const auto passed = std::upper_bound(next, options_.milestones.end(), learner_.iterations());
    // Before the snapshot: a run that is killed in between comes past the milestone again.
    for (auto milestone = next; milestone != passed; ++milestone) reached_(*milestone);
    return passed == next ? Step::kMade : Step::kMilestone;
  }

 private:
  Learner& learner_;
  const SampledRunOptions& options_;
  const std::function<void(std::uint64_t)>& heard_;
  const std::function<void(std::uint64_t)>& reached_;
};

}  // namespace

void run_sampled(Learner& learner, const SampledRunOptions& options,
                 const std::function<void(std::uint64_t)>& heard,
                 const std::function<void(std::uint64_t)>& reached) {
  SampledRun sampled(learner, options, heard, reached);
  run(sampled, options);
}

}  // namespace trivium::learning::cfr
