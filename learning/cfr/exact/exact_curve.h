// Learning curves of exact learners: exploitability of the average strategy by iteration, as a CSV
// table and as an SVG chart.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/cfr/exact/exact_cfr.h"

namespace trivium::learning::cfr {

/// Exploitability of the variants of a run after `iterations` iterations.
struct CurvePoint {
  std::uint64_t iterations = 0;
  std::vector<double> exploitability;  ///< by variant, in thousandths of a big blind per hand
};

/// Returns the iterations at which a curve is measured, ascending: 1, 2, 3, 5 and 7 times the
/// powers of ten, as far as they are below `end`, and `end`. Requires: `end` is at least 1.
std::vector<std::uint64_t> curve_iterations(std::uint64_t end);

/// Returns a table with the columns "iterations" and the names of `variants`, and a row for each
/// point.
std::string exact_csv(std::span<const Variant> variants, std::span<const CurvePoint> curve);

/// Returns a chart with logarithmic axes. It omits values that are not above 0.
std::string exact_svg(std::string_view title, std::span<const Variant> variants,
                      std::span<const CurvePoint> curve);

}  // namespace trivium::learning::cfr
