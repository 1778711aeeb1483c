// The run of `trivium-learn chess style`: weights by one lookahead or by each of several. A step is
// one of Fisher's scoring (scoring.h); a snapshot is saved after each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "learning/choice/fit.h"
#include "learning/harness/run.h"

namespace trivium::learning::choice {

/// Snapshots are named by it.
inline constexpr const char* kChoiceLearner = "choice";

/// Weights that are known before a fit.
struct Prior {
  std::vector<double> weights;  ///< empty: none
  bool scaled =
      false;  ///< only their ratios are known: each fit scales them so that they predict best
};

struct ChoiceTask {
  const Decisions& train;
  const chess::Attributes& attributes;
  std::vector<chess::Lookahead> lookaheads;  ///< distinct
  Prior prior;
  FitOptions fit;             ///< lookahead and prior are set for each fit
  std::string data_identity;  ///< a JSON object: everything that decides which decisions there are,
                              ///< and their search values
};

/// Is called with the part of the run that is under way, steps done in it, their maximum, and a
/// detail for users.
using ChoiceListener = std::function<void(const std::string& phase, std::uint64_t done,
                                          std::uint64_t at_most, const std::string& detail)>;

/// Returns the fit of each lookahead. Throws format::LoadError as run() does.
std::vector<std::pair<chess::Lookahead, Fit>> fit_lookaheads(const ChoiceTask& task,
                                                             const RunOptions& options,
                                                             const ChoiceListener& listener);

}  // namespace trivium::learning::choice
