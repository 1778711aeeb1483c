// Report on a regression: the training loss by iteration, and the losses before and after.
#pragma once

#include <string>

#include "learning/tdleaf/regression.h"

namespace trivium::learning::tdleaf {

/// Returns a row for each point of RegressionResult::curve.
std::string regression_csv(const RegressionResult& result);

/// Returns a chart of the same.
std::string regression_svg(const RegressionResult& result);

/// Returns a row for training and held-out positions: their number, and the mean log loss in nats
/// at the start and at the end. Losses of no positions are empty cells.
std::string losses_csv(const RegressionResult& result);

}  // namespace trivium::learning::tdleaf
