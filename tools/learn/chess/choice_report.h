// Report that compares a player with others of its rating: their selection and their fitted
// weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "learning/choice/fit.h"
#include "learning/choice/split.h"
#include "learning/harness/progress.h"
#include "tools/learn/chess/choice_arguments.h"

namespace trivium::tools {

struct ReportTask {
  const learning::choice::Split& split;  ///< the player's decisions
  const chess::Attributes& attributes;
  chess::Lookahead lookahead;
  std::uint64_t search;  ///< nodes of --search, or 0
  learning::choice::FitOptions fit;
  const learning::choice::Fit& found;  ///< fit of the player
  const ChoiceData& data;              ///< names the player
  learning::Phases& phases;            ///< has report_phases() phases left
};

/// Returns the number of phases of report_of().
int report_phases(std::uint64_t search, const learning::choice::FitOptions& fit);

/// Names of the weights.
std::vector<std::string> weight_names(const chess::Attributes& attributes, std::uint64_t search);

/// Returns the report. Others are players of the same games with ratings near the player's mean, or
/// all if there are none. Throws format::LoadError if there are no others.
std::string report_of(const ReportTask& task);

}  // namespace trivium::tools
