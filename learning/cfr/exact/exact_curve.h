// How the average strategy of exact learners comes to an equilibrium: exploitability by iteration,
// as a table (CSV) and a picture (SVG).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/cfr/exact/exact_cfr.h"

namespace trivium::learning::cfr {

/// Exploitability of all variants of a run after `iterations` iterations.
struct CurvePoint {
  std::uint64_t iterations = 0;
  std::vector<double> exploitability;  ///< milli big blinds a hand, one a variant of the run
};

/// Returns the iterations at which a curve is measured: 1, 2, 3, 5 and 7 times the powers of ten
/// below `most`, and `most`.
std::vector<std::uint64_t> curve_places(std::uint64_t most);

/// "iterations,cfr,cfr+" and a line for each point.
std::string exact_csv(std::span<const Variant> variants, std::span<const CurvePoint> curve);

/// Both axes are logarithmic. Values that are not above 0 are left out.
std::string exact_svg(std::string_view title, std::span<const Variant> variants,
                      std::span<const CurvePoint> curve);

}  // namespace trivium::learning::cfr
