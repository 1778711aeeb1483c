// The loop of a training run, shared by all learners: begin or resume, make steps, report and save.
//
// A learner is a class that satisfies the concept below. A killed and resumed run ends with the
// same bits as an uninterrupted one. A step is reported before the snapshot that contains it is
// saved, so a resumed run cannot skip a report.
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
#include <utility>
#include <vector>

#include "learning/harness/checkpoint.h"
#include "learning/harness/crew.h"

namespace trivium::learning {

/// Result of Learner::advance(). Learner::begin() makes no step; it returns kMilestone if a
/// snapshot must be saved at once, otherwise kMade.
enum class Step : std::uint8_t {
  kNone,       ///< no step was made: the run has ended
  kMade,       ///< a step was made; a snapshot is saved if one is due (Cadence)
  kMilestone,  ///< a step was made; a snapshot is saved at once, unless saving takes too long
               ///< (Cadence)
};

/// Value of goal() for a learner that decides itself when to end.
inline constexpr std::uint64_t kNoGoal = std::numeric_limits<std::uint64_t>::max();

/// Requirements of run():
/// - kName names the checkpoint; kStateVersion is the version of its snapshots; kUnit is the plural
///   of a step in messages ("iterations").
/// - identity() returns a JSON object of everything that determines the result except the goal.
/// - steps() returns the number of steps made, goal() the number requested.
/// - snapshot() returns the state to save.
/// - begin() is called before the first step of a new run; a resumed run calls restore() instead.
/// - advance() makes a step.
/// Optional: curve_figures() returns the newest figures of the learning curve (CurveFigures), or
/// nothing if there are none yet. run() writes them to a CurveFile, after begin() and after each
/// step. It calls the function only if there is a checkpoint, and only on rank 0; so it must not
/// sum over several processes. Nor may snapshot().
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
  std::optional<std::filesystem::path> checkpoint_folder{};  ///< if not set, nothing is saved
  bool resume = false;  ///< resumes the snapshot, if there is one; if false, there must be none
  std::uint64_t snapshot_seconds = 60;  ///< minimum time between snapshots; see Cadence
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  /// The processes of the run, or null if there is only this one. Not owned.
  ProcessGroup* processes = nullptr;
  std::size_t threads = 1;  ///< in each process; does not change the result
  /// Prints a message for the user; nothing is printed if it is null.
  std::function<void(const std::string& text)> note{};

  /// True if this process writes the files and reports of the run: of several, rank 0.
  bool leads() const noexcept { return processes == nullptr || processes->rank() == 0; }
  /// Returns a crew of these threads and processes.
  Crew crew() const { return {threads, processes}; }
};

/// Determines when a snapshot is due: when RunOptions::snapshot_seconds have passed since the last
/// one, but at least 30 times as long as the slowest save took, because training stops while a
/// snapshot is saved. The last step does not wait for it. Nor do milestones, until saving has taken
/// more than a second and a tenth of the time of the run.
class Cadence {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Cadence(const RunOptions& options)
      : now_(options.now),
        pause_(std::chrono::seconds(options.snapshot_seconds)),
        begun_(now_()),
        saved_(begun_) {}

  /// True if a snapshot is due.
  bool due() const { return now_() - saved_ >= pause_; }
  /// True if a milestone may be saved.
  bool affords_milestone() const {
    return saving_ <= std::chrono::seconds(1) + (now_() - begun_) / 10;
  }
  /// Saves a snapshot and measures how long this takes.
  void save(const Checkpoint& checkpoint, Snapshot snapshot);

 private:
  std::function<Clock::time_point()> now_;
  Clock::duration pause_;
  Clock::time_point begun_;
  Clock::time_point saved_;
  Clock::duration saving_{};  ///< time that saving has taken
};

/// Figures of a learning curve after a step.
struct CurveFigures {
  std::uint64_t step = 0;
  /// Names and values. Requires: names contain no quotation marks.
  std::vector<std::pair<std::string_view, double>> figures;
};

/// The file curve.jsonl beside the checkpoint, for programs that follow the run, such as the page
/// in the browser. It has one row per step: {"step":3,"held_out":1.25}. It changes no result.
class CurveFile {
 public:
  /// Opens the file in `folder`. For a run that resumes after step `last`, keeps the rows up to
  /// this step; without `last`, begins a new file. Throws format::LoadError if the file cannot be
  /// written.
  CurveFile(const std::filesystem::path& folder, std::optional<std::uint64_t> last);

  /// Appends a row, unless the file already has a row of this step or a later one.
  void append(const CurveFigures& row);

 private:
  std::filesystem::path file_;
  std::optional<std::uint64_t> last_;  ///< step of the last row
};

/// Throws format::LoadError on rank 0 if the processes have runs of different identities.
void require_one_identity(ProcessGroup& processes, const std::string& identity);

/// Runs `learner` to its end and calls `report`, if set, after each step. With several processes,
/// rank 0 alone has the checkpoint and the curve, and shares the snapshot to resume. Throws
/// format::LoadError if the checkpoint is damaged, belongs to another run or has more steps than
/// the goal, or if there is one and RunOptions::resume is false. Also throws what the learner
/// throws.
template <Learner L>
void run(L& learner, const RunOptions& options, const std::function<void()>& report = {}) {
  std::optional<Checkpoint> checkpoint;
  std::optional<Snapshot> saved;
  const bool keeps = options.checkpoint_folder && options.leads();
  if (options.processes != nullptr) require_one_identity(*options.processes, learner.identity());
  if (keeps) {
    checkpoint.emplace(*options.checkpoint_folder, std::string(L::kName), L::kStateVersion,
                       learner.identity());
    saved = checkpoint->begin(options.resume, L::kUnit, options.note);
    if (saved) checkpoint->reject_fewer(saved->step, learner.goal(), L::kUnit);
  }
  options.crew().share(saved, 0);
  Cadence cadence(options);
  if (saved) {
    learner.restore(StateReader(*saved));
  } else if (learner.begin() == Step::kMilestone && checkpoint) {
    cadence.save(*checkpoint, learner.snapshot());
  }
  constexpr bool kHasCurve = requires { learner.curve_figures(); };
  std::optional<CurveFile> curve;
  if constexpr (kHasCurve) {
    if (keeps) {
      const std::optional<CurveFigures> row = learner.curve_figures();
      std::optional<std::uint64_t> last;
      if (saved) last = row ? row->step : learner.steps();
      curve.emplace(*options.checkpoint_folder, last);
      if (row) curve->append(*row);
    }
  }
  bool is_saved = true;  // the state after the last step
  while (learner.steps() < learner.goal()) {
    const Step step = learner.advance();
    if (step == Step::kNone) break;
    if constexpr (kHasCurve) {
      if (curve) {
        if (const auto row = learner.curve_figures()) curve->append(*row);
      }
    }
    if (report) report();
    is_saved = (step == Step::kMilestone && cadence.affords_milestone()) || cadence.due();
    if (checkpoint && is_saved) cadence.save(*checkpoint, learner.snapshot());
  }
  if (checkpoint && !is_saved) cadence.save(*checkpoint, learner.snapshot());
}

}  // namespace trivium::learning
