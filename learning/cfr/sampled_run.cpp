#include "learning/cfr/sampled_run.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "learning/cfr/exact/exact_run.h"
#include "learning/charts/table_chart.h"

namespace trivium::learning::cfr {

namespace {

bool has_exploitability(std::span<const SampledPoint> curve) {
  return std::ranges::any_of(
      curve, [](const SampledPoint& point) { return point.exploitability.has_value(); });
}

// The tensor of a snapshot with the learning curve: a row for each point.
constexpr std::string_view kCurve = "curve";
constexpr std::size_t kCurveWidth = 3;
constexpr double kUnknown = -1;

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
  Snapshot snapshot() const {
    std::vector<std::vector<double>> rows;
    for (const SampledPoint& point : curve_) {
      rows.push_back({static_cast<double>(point.iterations), point.per_second,
                      point.exploitability.value_or(kUnknown)});
    }
    Snapshot snapshot = learner_.snapshot();
    add_rows(snapshot.state, kCurve, rows);
    return snapshot;
  }

  Step begin() {
    progress_(learner_.iterations());
    return Step::kMade;
  }

  void restore(const StateReader& state) {
    learner_.restore(state);
    for (const std::vector<double>& row : state.rows(kCurve, kCurveWidth)) {
      curve_.push_back({static_cast<std::uint64_t>(row[0]), row[1],
                        row[2] == kUnknown ? std::nullopt : std::optional(row[2])});
    }
    measured_at_ = learner_.iterations();
    begin();
  }

  std::optional<CurveFigures> curve_figures() const {
    if (curve_.empty()) return std::nullopt;
    const SampledPoint& point = curve_.back();
    CurveFigures row{point.iterations, {{"iterations_per_second", point.per_second}}};
    if (point.exploitability) row.figures.emplace_back("exploitability", *point.exploitability);
    return row;
  }

  Step advance() {
    const auto next = std::ranges::upper_bound(options_.milestones, learner_.iterations());
    const auto begun = options_.now();
    learner_.run_batch(next == options_.milestones.end() ? options_.iterations
                                                         : std::min(*next, options_.iterations));
    learned_ += options_.now() - begun;
    progress_(learner_.iterations());
    if (options_.measure && reaches_place()) add_point();
    const auto passed = std::upper_bound(next, options_.milestones.end(), learner_.iterations());
    // Milestones come before the snapshot, so a run that is killed in between repeats them.
    for (auto milestone = next; milestone != passed; ++milestone) on_milestone_(*milestone);
    return passed == next ? Step::kMade : Step::kMilestone;
  }

  /// Returns the curve with its last point, which no snapshot has: a longer run may follow.
  std::vector<SampledPoint> curve() && {
    if (options_.measure && (curve_.empty() || curve_.back().iterations < learner_.iterations()))
      add_point();
    return std::move(curve_);
  }

 private:
  /// True if the run has reached a place of the curve (curve_iterations()) since its last point.
  bool reaches_place() const {
    const std::vector<std::uint64_t> places = curve_iterations(learner_.iterations() + 1);
    return places[places.size() - 2] > (curve_.empty() ? 0 : curve_.back().iterations);
  }

  void add_point() {
    const double seconds = std::chrono::duration<double>(learned_).count();
    const auto made = static_cast<double>(learner_.iterations() - measured_at_);
    curve_.push_back(
        {learner_.iterations(), seconds > 0 ? made / seconds : 0, options_.measure(learner_)});
    measured_at_ = learner_.iterations();
    learned_ = {};
  }

  Learner& learner_;
  const SampledRunOptions& options_;
  const std::function<void(std::uint64_t)>& progress_;
  const std::function<void(std::uint64_t)>& on_milestone_;
  std::vector<SampledPoint> curve_;
  std::uint64_t measured_at_ = 0;                  ///< iterations at the last point
  std::chrono::steady_clock::duration learned_{};  ///< time of the batches since
};

}  // namespace

std::string sampled_csv(std::span<const SampledPoint> curve) {
  const bool measured = has_exploitability(curve);
  std::string csv = "iterations,iterations_per_second";
  csv += measured ? ",exploitability\n" : "\n";
  for (const SampledPoint& point : curve) {
    csv += fmt::format("{},", point.iterations);
    if (point.per_second > 0) csv += fmt::format("{:.6g}", point.per_second);
    if (measured) csv += ',';
    if (point.exploitability) csv += fmt::format("{:.6g}", *point.exploitability);
    csv += '\n';
  }
  return csv;
}

std::string sampled_svg(std::string_view title, std::span<const SampledPoint> curve) {
  std::vector<std::string> charts{"speed (iterations per second): iterations_per_second"};
  if (has_exploitability(curve))
    charts.insert(charts.begin(), "exploitability (mbb/g): exploitability");
  return charts::own_table_svg(sampled_csv(curve), {.title = std::string(title),
                                                    .x = "iterations: iterations",
                                                    .y = std::move(charts),
                                                    .logarithmic = "xy"});
}

std::vector<SampledPoint> run_sampled(Learner& learner, const SampledRunOptions& options,
                                      const std::function<void(std::uint64_t)>& progress,
                                      const std::function<void(std::uint64_t)>& on_milestone) {
  SampledRun sampled(learner, options, progress, on_milestone);
  run(sampled, options);
  return std::move(sampled).curve();
}

}  // namespace trivium::learning::cfr
