// How `trivium-learn chess style` comes to weights: by one lookahead or the likeliest of all, pulled to weights that are known or not, from
// the beginning or from where a run was interrupted.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "learning/choice/fit.h"
#include "learning/choice/searched_worths.h"
#include "learning/harness/progress.h"

namespace trivium::tools {

struct ChoiceFitting {
  std::string lookahead = "1-ply";  ///< or kBestLookahead
  std::string prior;                ///< a file of kind chess.choice, kEnginePrior, or empty for none
  learning::choice::FitOptions fit;
  learning::RunOptions run;
};

inline constexpr const char* kBestLookahead = "best";
inline constexpr const char* kEnginePrior = "engine";

/// The lookahead that was asked for, or the one by which the moves are likeliest, whose log-likelihood is printed of each to `tables`, with
/// progress. `data_identity`: as of choice::ChoiceTask. Throws UsageError where --prior is of other attributes, format::LoadError.
std::pair<chess::Lookahead, learning::choice::Fit> best_fit(const learning::choice::Decisions& train, const chess::Attributes& attributes,
                                                            const ChoiceFitting& fitting, const std::string& data_identity,
                                                            learning::Phases& phases, std::FILE* tables);
/// Returns the number of phases of best_fit().
int fitting_phases(const ChoiceFitting& fitting);

/// With progress.
std::unique_ptr<const learning::choice::SearchedWorths> search_decisions(const learning::choice::Decisions& decisions, std::uint64_t nodes,
                                                                         std::size_t threads, learning::Phases& phases);

}  // namespace trivium::tools
