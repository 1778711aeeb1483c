// Report of a run: its curve, the quality of its predictions and the strength of each feature, as
// tables (CSV), text and pictures (SVG).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/patterns/pattern_set.h"
#include "learning/btmm/evaluation.h"
#include "learning/btmm/learner.h"

namespace trivium::learning::btmm {

/// A head line and a line for each iteration.
std::string curve_csv(std::span<const IterationRow> curve);
/// Mean log-evidence by iteration, on the training games and those held out.
std::string curve_svg(std::span<const IterationRow> curve);

/// For 1, 2, ... places the share of states in which the chosen stone is among them.
std::string ranks_csv(const Evaluation& train, const Evaluation& held_out);
/// Evidence and the share of first places by the number of stones on the board.
std::string stones_csv(const Evaluation& train, const Evaluation& held_out);

/// What is known of a feature. Elo = 400 log10 gamma, less the mean over the features of the same
/// table, player and stone of the turn that were ever chosen: the scale of a table is free.
struct FeatureRow {
  const connect6::PatternTable* table = nullptr;
  std::uint32_t copy = 0;  ///< of the table: which player and stone of the turn
  std::uint32_t code = 0;
  double gamma = 1.0;
  double elo = 0.0;
  std::uint64_t wins = 0;
};

/// The features that were ever chosen, in their order. `set` must outlive the rows.
std::vector<FeatureRow> feature_rows(const connect6::PatternSet& set,
                                     std::span<const double> gammas,
                                     std::span<const std::uint64_t> wins);

/// A feature in a word: the cells of a line, hindmost first ("XX*.O|": own, own, the candidate,
/// empty, opponent, the edge), else what its code means ("double four", "distance 5").
std::string picture(const connect6::PatternSet& set, const FeatureRow& row);
/// "black", "white, second stone", "any".
std::string who(const connect6::PatternSet& set, const FeatureRow& row);

std::string features_csv(const connect6::PatternSet& set, std::span<const FeatureRow> rows);
/// Returns the strongest and weakest features of each table and copy as text, with a legend.
std::string features_text(const connect6::PatternSet& set, std::span<const FeatureRow> rows,
                          std::size_t each);
/// Draws the strongest lines of each table and copy, each on a small board, stones in their owner's
/// color. If Black and White share features, the candidate's side is black.
std::string features_svg(const connect6::PatternSet& set, std::span<const FeatureRow> rows,
                         std::size_t each);

}  // namespace trivium::learning::btmm
