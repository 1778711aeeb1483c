// `trivium-learn chess tdleaf --data FILE.epd...`: logistic regression on positions with results,
// to compare TDLeaf with (learning/tdleaf/regression.h).
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"
#include "tools/learn/chess/tdleaf_arguments.h"
#include "tools/learn/shown_names.h"

namespace trivium::tools {

/// Files in the folder of --report.
inline constexpr std::array kRegressionReport{"curve.csv", "curve.svg", "losses.csv"};

/// Fits the positions of `arguments`, shown as `names`, from the initial weights `start`, which the
/// command names `shown_start` and `data` describes. Writes weights, card and report in the process
/// that leads. Throws format::LoadError.
void run_regression(const TdLeafArguments& arguments, const ShownNames& names,
                    const std::string& shown_start, std::span<const double> start,
                    std::vector<learning::DataSource> data);

}  // namespace trivium::tools
