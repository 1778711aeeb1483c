// A training run of a sampling learner with snapshots. A resumed run ends with the same bits as an
// uninterrupted one, unless it is asynchronous.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/cfr/learner.h"
#include "learning/harness/run.h"

namespace trivium::learning::cfr {

// Learning curve of sampling learners: speed and exploitability by iteration, as a CSV table and as
// an SVG chart.

struct SampledPoint {
  std::uint64_t iterations = 0;
  /// Iterations per second since the point before, without the time of measurements and snapshots;
  /// 0 if unknown.
  double per_second = 0;
  /// Exploitability of the average strategy, in thousandths of a big blind per hand; nullopt if the
  /// game is too large to compute it.
  std::optional<double> exploitability{};
};

/// Returns a table with a row for each point. The column "exploitability" is missing if no point
/// has one. Unknown speeds are empty cells.
std::string sampled_csv(std::span<const SampledPoint> curve);

/// Returns charts with logarithmic axes: exploitability, if the table has it, and speed.
std::string sampled_svg(std::string_view title, std::span<const SampledPoint> curve);

struct SampledRunOptions : RunOptions {
  std::uint64_t iterations = 0;  ///< total, rounded up to whole batches
  /// Numbers of iterations, ascending. `on_milestone` is called after the batch that reaches one.
  std::vector<std::uint64_t> milestones = {};
  /// Returns SampledPoint::exploitability. If set, the run has a learning curve.
  std::function<std::optional<double>(const Learner& learner)> measure = {};
};

/// Name of the learner in snapshots.
inline constexpr const char* kSampledLearner = "cfr_sampled";

/// Trains `learner`. Calls `progress` with the number of iterations done, at the start and after
/// each batch, and `on_milestone` at each milestone, before its snapshot. Returns the learning
/// curve if there is `measure`: points at the first batches that reach 1, 2, 3, 5 and 7 times the
/// powers of ten, and at the end. Throws format::LoadError as run() of learning/harness/run.h does.
/// Requires: `learner` has done no iterations; `progress` is not empty; `on_milestone` is not empty
/// if there are milestones.
std::vector<SampledPoint> run_sampled(
    Learner& learner, const SampledRunOptions& options,
    const std::function<void(std::uint64_t done)>& progress,
    const std::function<void(std::uint64_t milestone)>& on_milestone = {});

}  // namespace trivium::learning::cfr
