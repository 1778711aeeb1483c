// The page of a player beside the others of his rating: who these are, and what is learned of them for it.
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
  std::uint64_t search;  ///< nodes, or 0
  learning::choice::FitOptions fit;
  const learning::choice::Fit& found;  ///< the player's, as `fit` says
  const ChoiceData& data;              ///< names a player
  learning::Phases& phases;            ///< has report_phases() phases left
};

/// Returns the number of phases of report_of().
int report_phases(std::uint64_t search, const learning::choice::FitOptions& fit);

/// What there are weights for.
std::vector<std::string> weight_names(const chess::Attributes& attributes, std::uint64_t search);

/// The page. Others are those who play in the same games' files with ratings near the player's mean there, or all where nobody does.
/// Throws format::LoadError where there are none.
std::string report_of(const ReportTask& task);

}  // namespace trivium::tools
