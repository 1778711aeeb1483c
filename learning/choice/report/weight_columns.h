// Columns of CSV tables for the weights of attributes, each with its 95 % interval by
// Fit::standard_errors.
#pragma once

#include <span>
#include <string>

#include "learning/choice/fit.h"

namespace trivium::learning::choice {

/// Returns ",NAME,NAME_low,NAME_high" for each attribute.
std::string weight_names_csv(std::span<const std::string> attributes);

/// Returns the cells of a row in these columns.
std::string weight_cells(const Fit& fit);

}  // namespace trivium::learning::choice
