// Report that compares a player with others of its rating: selects the others, fits their weights
// and writes the page.
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
  std::uint64_t search;  ///< nodes per legal move (--search); 0: no search
  learning::choice::FitOptions fit;
  const learning::choice::Fit& found;  ///< fit of the player
  const ChoiceData& data;              ///< names the player
  learning::Phases& phases;            ///< has report_phases() phases left
};

/// Returns the number of phases of report_of().
int report_phases(std::uint64_t search, const learning::choice::FitOptions& fit);

/// Returns the names of the weights: those of the attributes, then "search" if `search` is not 0.
std::vector<std::string> weight_names(const chess::Attributes& attributes, std::uint64_t search);

/// Returns the report as HTML. The others are the players of the same games with ratings within
/// 100 Elo of the player's mean; if there are none or the player has no rating, all other players.
/// Throws format::LoadError if there are no others at all.
std::string report_of(const ReportTask& task);

}  // namespace trivium::tools
