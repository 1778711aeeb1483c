// `trivium-learn chess tdleaf --data FILE.epd`: the yardstick (learning/tdleaf/regression.h).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "learning/tdleaf/regression.h"

namespace trivium::tools {

struct RegressArguments {
  learning::tdleaf::RegressionOptions options;
  std::string licence;
  learning::Progress::Options progress;
  std::string shown_epd;    ///< how the card's command calls the positions,
  std::string shown_start;  ///< and the weights to begin with
};

/// Fits `epd` beginning with `start` (`data` says where it comes from) and writes the weights and their card to `out`. Returns the
/// path of the weights; throws format::LoadError.
std::filesystem::path run_regression(const RegressArguments& arguments, const std::string& epd, std::span<const double> start,
                                     std::vector<learning::DataSource> data, const std::string& out);

}  // namespace trivium::tools
