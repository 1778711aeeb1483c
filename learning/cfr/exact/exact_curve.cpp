#include "learning/cfr/exact/exact_curve.h"

#include <fmt/format.h>

#include "learning/charts/table_chart.h"

namespace trivium::learning::cfr {

std::vector<std::uint64_t> curve_iterations(std::uint64_t end) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t power = 1; power<end; power = power> end / 10 ? end : power * 10) {
    for (const std::uint64_t step : {1, 2, 3, 5, 7}) {
      if (step < (end + power - 1) / power) places.push_back(step * power);
    }
  }
  places.push_back(end);
  return places;
}

std::string exact_csv(std::span<const Variant> variants, std::span<const CurvePoint> curve) {
  std::string csv = "iterations";
  for (const Variant variant : variants) csv += fmt::format(",{}", name_of(variant));
  csv += '\n';
  for (const CurvePoint& point : curve)
    csv += fmt::format("{},{:.6g}\n", point.iterations, fmt::join(point.exploitability, ","));
  return csv;
}

std::string exact_svg(std::string_view title, std::span<const Variant> variants,
                      std::span<const CurvePoint> curve) {
  std::vector<std::string_view> names;
  for (const Variant variant : variants) names.push_back(name_of(variant));
  return charts::own_table_svg(
      exact_csv(variants, curve),
      {.title = std::string(title),
       .x = "iterations: iterations",
       .y = {fmt::format("exploitability (mbb/g): {}", fmt::join(names, ", "))},
       .logarithmic = "xy"});
}

}  // namespace trivium::learning::cfr
