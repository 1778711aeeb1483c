// Tables and pictures of a run of the value learner.
#pragma once

#include <span>
#include <string>

#include "learning/reversi_value/value_run.h"

namespace trivium::learning::reversi_value {

/// Returns the learning curve as CSV and as a chart.
std::string curve_csv(std::span<const ValueRow> curve);
std::string curve_svg(std::span<const ValueRow> curve);
/// Returns the errors by number of discs as CSV and as a chart.
std::string errors_csv(const ValueErrors& errors);
std::string errors_svg(const ValueErrors& errors);

}  // namespace trivium::learning::reversi_value
