// Fits the weights of `trivium-learn chess style`: with one lookahead or with each of them, to
// choose the most likely one; with or without a prior; from the start or from a checkpoint.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "learning/choice/fit.h"
#include "learning/choice/search_values.h"
#include "learning/harness/progress.h"
#include "learning/harness/run.h"

namespace trivium::tools {

struct ChoiceFitting {
  std::string lookahead = "1-ply";  ///< or kBestLookahead
  std::string prior;  ///< a file of kind chess.choice, kEnginePrior, or empty for none
  learning::choice::FitOptions fit;
  learning::RunOptions run;
};

inline constexpr const char* kBestLookahead = "best";
inline constexpr const char* kEnginePrior = "engine";

/// Returns the requested lookahead with its fit, or the one with the maximum likelihood. In the
/// second case it prints the log-likelihood of each lookahead to `tables`. Reports progress.
/// `data_identity`: see choice::ChoiceTask. Throws UsageError if the prior has other attributes,
/// and format::LoadError if the prior or the checkpoint cannot be used.
std::pair<chess::Lookahead, learning::choice::Fit> best_fit(
    const learning::choice::Decisions& train, const chess::Attributes& attributes,
    const ChoiceFitting& fitting, const std::string& data_identity, learning::Phases& phases,
    std::FILE* tables);
/// Returns the number of phases of best_fit().
int fitting_phases(const ChoiceFitting& fitting);

/// Searches the moves of all decisions with `nodes` nodes each. Reports progress as one phase.
std::unique_ptr<const learning::choice::SearchValues> search_decisions(
    const learning::choice::Decisions& decisions, std::uint64_t nodes, std::size_t threads,
    learning::Phases& phases);

}  // namespace trivium::tools
