#include "learning/cfr/sampled_curve.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "learning/charts/table_chart.h"

namespace trivium::learning::cfr {

namespace {

bool has_exploitability(std::span<const SampledPoint> curve) {
  return std::ranges::any_of(
      curve, [](const SampledPoint& point) { return point.exploitability.has_value(); });
}

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

}  // namespace trivium::learning::cfr
