// Training run of `trivium-learn chess style`: fits weights for one or several lookaheads. A step
// of the run is a step of Fisher scoring (scoring.h). A snapshot is saved after each step.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "learning/choice/fit.h"
#include "learning/harness/run.h"

namespace trivium::learning::choice {

/// Name of the learner in snapshots.
inline constexpr const char* kChoiceLearner = "choice";

/// Prior weights of a fit.
struct Prior {
  std::vector<double> weights;  ///< empty for zeros
  /// True if only the ratios of the weights are known. Each fit then starts from the multiple that
  /// predicts best.
  bool scaled = false;
};

struct ChoiceTask {
  const Decisions& train;
  const chess::Attributes& attributes;
  std::vector<chess::Lookahead> lookaheads;  ///< distinct
  Prior prior;
  FitOptions fit;  ///< lookahead and prior are replaced in each fit
  /// JSON object with everything that determines the decisions and their search values.
  std::string data_identity;
};

/// Called with the current phase of the run, the steps done in it, their maximum, and details for
/// users.
using ChoiceListener = std::function<void(const std::string& phase, std::uint64_t done,
                                          std::uint64_t max_count, const std::string& detail)>;

/// Returns the fit of each lookahead, in order. Throws format::LoadError as run() does.
std::vector<std::pair<chess::Lookahead, Fit>> fit_lookaheads(const ChoiceTask& task,
                                                             const RunOptions& options,
                                                             const ChoiceListener& listener);

}  // namespace trivium::learning::choice
