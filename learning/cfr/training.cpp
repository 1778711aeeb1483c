#include "learning/cfr/training.h"

#include <algorithm>

#include "learning/harness/checkpoint.h"

namespace trivium::learning::cfr {

namespace {

void tell(const std::function<void(std::uint64_t)>& event, std::uint64_t iterations) {
  if (event) event(iterations);
}

std::optional<Checkpoint> open_checkpoint(const Learner& learner, const TrainingPlan& plan) {
  if (plan.checkpoint.empty()) return std::nullopt;
  return std::optional<Checkpoint>(std::in_place, plan.checkpoint, kTrainingName, Learner::kStateVersion, learner.identity());
}

}  // namespace

void train(Learner& learner, const TrainingPlan& plan, const TrainingEvents& events) {
  using Clock = std::chrono::steady_clock;
  const std::optional<Checkpoint> checkpoint = open_checkpoint(learner, plan);
  if (checkpoint) {
    if (const std::optional<Snapshot> snapshot = checkpoint->begin(plan.resume)) {
      learner.restore(*snapshot);
      checkpoint->refuse_fewer(learner.iterations(), plan.iterations + learner.batch() - 1, "iterations");
      tell(events.resumed, learner.iterations());
    }
  }
  Clock::time_point saved = Clock::now();
  auto next = std::ranges::upper_bound(plan.milestones, learner.iterations());
  while (learner.iterations() < plan.iterations) {
    learner.run_batch();
    tell(events.progress, std::min(learner.iterations(), plan.iterations));
    for (; next != plan.milestones.end() && *next <= learner.iterations(); ++next) tell(events.milestone, *next);
    if (!checkpoint || (Clock::now() - saved < plan.checkpoint_every && learner.iterations() < plan.iterations)) continue;
    checkpoint->save(learner.snapshot());
    saved = Clock::now();
  }
}

}  // namespace trivium::learning::cfr
