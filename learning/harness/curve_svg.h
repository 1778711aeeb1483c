// A picture of how learning went: charts of lines over iterations or games, one line for the games learned from and one for those held out,
// say. It needs no other file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::learning {

/// A line of a chart: a value for each place at its foot.
struct CurveLine {
  std::string_view name;
  std::vector<double> values;
};

/// What stands at the left: from `low` to `high`, which is above it, a tick each `step`, told with so many decimals. On logarithmic axes
/// these are powers of ten: -1 is a tenth; told is then the number itself, in as many decimals as it needs.
struct CurveScale {
  double low;
  double high;
  double step;
  int decimals;
};

struct CurveChart {
  std::string_view title;
  CurveScale scale;
  std::vector<CurveLine> lines;  ///< at most five
};

enum class CurveAxes : std::uint8_t {
  kEven,         ///< values as they are, places evenly spaced
  kLogarithmic,  ///< both by their logarithm; all are above zero
};

/// The charts, one below the other. `places` are the numbers told at the foot of each, ascending, one for each value: iterations, or games.
/// Some are left out where they are many; by logarithm the powers of ten are told.
std::string curve_svg(std::span<const std::size_t> places, std::span<const CurveChart> charts, CurveAxes axes = CurveAxes::kEven);

}  // namespace trivium::learning
