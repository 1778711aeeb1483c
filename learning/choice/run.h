// The run of `trivium-learn choice`: weights by one lookahead, or by each of several, of which the
// likeliest is taken. A step is one of Fisher's scoring (scoring.h); a snapshot is saved after each.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "learning/choice/fit.h"
#include "learning/choice/prior.h"
#include "learning/harness/run.h"

namespace trivium::learning::choice {

/// Snapshots are named by it.
inline constexpr const char* kChoiceLearner = "choice";

struct ChoiceTask {
  const Decisions& train;
  const chess::Attributes& attributes;
  std::vector<chess::Lookahead> lookaheads;  ///< distinct, at least one
  Prior prior;
  FitOptions fit;             ///< lookahead and prior are set for each fit
  std::string data_identity;  ///< a JSON object: everything that decides which decisions there are, and their search values
};

/// Each may be empty.
struct ChoiceListener {
  std::function<void(chess::Lookahead)> on_factor;                                         ///< an evaluation of best_factor() begins
  std::function<void(chess::Lookahead, std::size_t iteration, double each)> on_iteration;  ///< as FitListener
  std::function<void(chess::Lookahead, const Fit&)> on_fit;                                ///< the lookahead is done
};

/// Returns the lookahead by which the moves are likeliest, and its fit. Throws format::LoadError as
/// run() does.
std::pair<chess::Lookahead, Fit> best_fit(const ChoiceTask& task, const RunOptions& options, const ChoiceListener& listener = {});

}  // namespace trivium::learning::choice
