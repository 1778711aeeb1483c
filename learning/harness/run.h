// The loop of a training run, the same for all learners: begin or resume, step, report, save, end.
//
// A learner is a class that satisfies the concept below: its state, one step, and how both are
// saved. run() keeps the order that makes a killed run end with the same bits: what a step reports
// is written before the snapshot that contains the step, so that nothing reported is ever missing.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "learning/harness/checkpoint.h"

namespace trivium::learning {

/// What a learner has done, and what is saved of it.
enum class Step : std::uint8_t {
  kNone,       ///< nothing: the run has ended
  kMade,       ///< a step; a snapshot is saved when the next one is due
  kMilestone,  ///< a step after which a snapshot is saved at once
};

/// The goal of a learner that decides itself when it has ended.
inline constexpr std::uint64_t kNoGoal = std::numeric_limits<std::uint64_t>::max();

/// What run() needs of a learner:
/// - kName names its checkpoint, kStateVersion is that of its snapshots, kUnit is the plural of a
///   step for messages ("iterations");
/// - identity() is a JSON object of everything that decides the result except the goal;
/// - steps() are done, goal() are asked for;
/// - begin() is called before the first step of a new run, restore() instead of it in a resumed
/// one;
/// - advance() makes a step.
template <class T>
concept Learner = requires(T& learner, const T& state, const StateReader& saved) {
  { T::kName } -> std::convertible_to<std::string>;
  { T::kStateVersion } -> std::convertible_to<int>;
  { T::kUnit } -> std::convertible_to<std::string_view>;
  { state.identity() } -> std::same_as<std::string>;
  { state.steps() } -> std::convertible_to<std::uint64_t>;
  { state.goal() } -> std::convertible_to<std::uint64_t>;
  { state.snapshot() } -> std::same_as<Snapshot>;
  { learner.begin() } -> std::same_as<Step>;
  { learner.advance() } -> std::same_as<Step>;
  learner.restore(saved);
};

struct RunOptions {
  std::optional<std::filesystem::path> checkpoint_folder{};  ///< none: nothing is saved
  bool resume = false;  ///< continue the snapshot there, if there is one; else there must be none
  std::uint64_t snapshot_seconds = 60;  ///< between two snapshots, unless a milestone is reached
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// Says when a snapshot is due. A large state takes long to save, while nothing is learned: the
/// pause between two grows to 30 times what saving one takes.
class Cadence {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Cadence(const RunOptions& options)
      : now_(options.now), pause_(std::chrono::seconds(options.snapshot_seconds)), saved_(now_()) {}

  bool due() const { return now_() - saved_ >= pause_; }
  void save(const Checkpoint& checkpoint, Snapshot snapshot);

 private:
  std::function<Clock::time_point()> now_;
  Clock::duration pause_;
  Clock::time_point saved_;
};

/// Runs `learner` to its end and calls `report`, if any, after each step. Throws format::LoadError
/// where the checkpoint is damaged, that of another run, beyond the goal, or, without
/// RunOptions::resume, there at all; and what the learner throws.
template <Learner L>
void run(L& learner, const RunOptions& options, const std::function<void()>& report = {}) {
  std::optional<Checkpoint> checkpoint;
  std::optional<Snapshot> saved;
  if (options.checkpoint_folder) {
    checkpoint.emplace(*options.checkpoint_folder, std::string(L::kName), L::kStateVersion,
                       learner.identity());
    saved = checkpoint->begin(options.resume);
    if (saved) checkpoint->refuse_fewer(saved->step, learner.goal(), L::kUnit);
  }
  Cadence cadence(options);
  if (saved) {
    learner.restore(StateReader(*saved));
  } else if (learner.begin() == Step::kMilestone && checkpoint) {
    cadence.save(*checkpoint, learner.snapshot());
  }
  while (learner.steps() < learner.goal()) {
    const Step step = learner.advance();
    if (step == Step::kNone) break;
    if (report) report();
    const bool save =
        step == Step::kMilestone || learner.steps() >= learner.goal() || cadence.due();
    if (checkpoint && save) cadence.save(*checkpoint, learner.snapshot());
  }
}

}  // namespace trivium::learning
