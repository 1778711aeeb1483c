// Learning curve of sampling learners: speed and exploitability by iteration, as a CSV table and as
// an SVG chart.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace trivium::learning::cfr {

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

}  // namespace trivium::learning::cfr
