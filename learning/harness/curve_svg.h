// A picture of how learning went: lines over iterations, one for the games learned from and one for those held out, say.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::learning {

/// A line of the picture: a value for each iteration.
struct CurveLine {
  std::string_view name;
  std::vector<double> values;
};

/// What stands at the left: from `low` to `high`, which is above it, a tick each `step`, told with so many decimals.
struct CurveScale {
  double low;
  double high;
  double step;
  int decimals;
};

/// `iterations` are the numbers told below, one for each value; some are left out where they are many. At most four lines.
std::string curve_svg(std::string_view title, std::span<const std::size_t> iterations, const CurveScale& scale,
                      std::span<const CurveLine> lines);

}  // namespace trivium::learning
