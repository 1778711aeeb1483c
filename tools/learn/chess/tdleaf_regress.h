// `trivium-learn chess tdleaf --data FILE.epd...`: logistic regression on positions with results,
// to compare TDLeaf with (learning/tdleaf/regression.h).
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"
#include "learning/tdleaf/regression.h"
#include "models/format/weight_file.h"
#include "tools/common_options.h"
#include "tools/learn/shown_names.h"

namespace trivium::tools {

struct RegressArguments {
  learning::tdleaf::RegressionOptions options;
  std::string license;
  Reporting reporting;
  std::string report;       ///< folder or page of the report; empty for none
  std::string shown_start;  ///< name of the initial weights for the command in the manifest
};

/// A weight file that was written.
struct WrittenWeights {
  std::filesystem::path path;
  format::WeightFile file;
};

/// Files in the folder of --report.
inline constexpr std::array kRegressionReport{"curve.csv", "curve.svg", "losses.csv"};

/// Fits the positions of `files`, shown as `names`, from the initial weights `start` (described by
/// `data`) and writes weights and card to `out`, and the report. Returns the weights, or nothing in
/// a process that does not lead; throws format::LoadError.
std::optional<WrittenWeights> run_regression(const RegressArguments& arguments,
                                             const std::vector<std::string>& files,
                                             const ShownNames& names, std::span<const double> start,
                                             std::vector<learning::DataSource> data,
                                             const std::string& out);

}  // namespace trivium::tools
