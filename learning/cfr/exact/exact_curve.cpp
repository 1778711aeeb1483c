#include "learning/cfr/exact/exact_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "learning/harness/curve_svg.h"

namespace trivium::learning::cfr {

std::vector<std::uint64_t> curve_places(std::uint64_t most) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t power = 1; power<most; power = power> most / 10 ? most : power * 10) {
    for (const std::uint64_t step : {1, 2, 3, 5, 7}) {
      if (step < (most + power - 1) / power) places.push_back(step * power);
    }
  }
  places.push_back(most);
  return places;
}

std::string exact_csv(std::span<const Variant> variants, std::span<const CurvePoint> curve) {
  std::string csv = "iterations";
  for (const Variant variant : variants) csv += fmt::format(",{}", name_of(variant));
  csv += '\n';
  for (const CurvePoint& point : curve) csv += fmt::format("{},{:.6g}\n", point.iterations, fmt::join(point.exploitability, ","));
  return csv;
}

std::string exact_svg(std::string_view title, std::span<const Variant> variants, std::span<const CurvePoint> curve) {
  constexpr double kMin = 1e-9, kMax = 1e9;  // ends of the axes of a picture
  std::vector<std::size_t> places;
  std::vector<CurveLine> lines;
  double least = kMax, most = kMin;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    lines.push_back({name_of(variants[i]), {}});
    for (const CurvePoint& point : curve) {
      lines.back().values.push_back(std::clamp(point.exploitability[i], kMin, kMax));
      least = std::min(least, lines.back().values.back());
      most = std::max(most, lines.back().values.back());
    }
  }
  for (const CurvePoint& point : curve) places.push_back(point.iterations);
  const double low = std::floor(std::log10(least)), high = std::max(low + 1, std::ceil(std::log10(most)));
  const CurveScale scale{low, high, 1, 0};
  return curve_svg(places, std::array{CurveChart{title, scale, std::move(lines)}}, CurveAxes::kLogarithmic);
}

}  // namespace trivium::learning::cfr
