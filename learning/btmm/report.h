// Report of a BTMM run: its learning curve, the quality of its predictions and the strength of each
// feature, as tables (CSV), text and pictures (SVG).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/patterns/pattern_set.h"
#include "learning/btmm/evaluation.h"
#include "learning/btmm/learner.h"

namespace trivium::learning::btmm {

/// Returns a header line and a line for each iteration.
std::string curve_csv(std::span<const IterationRow> curve);
/// Draws mean log-evidence by iteration, on the training games and the held-out games, if any.
std::string curve_svg(std::span<const IterationRow> curve);

/// Returns, for n = 1, 2, ..., the share of states whose chosen stone ranks among the first n.
std::string ranks_csv(const Evaluation& train, const Evaluation& held_out);
/// Returns mean log-evidence and the share of rank 1 by the number of stones on the board.
std::string stones_csv(const Evaluation& train, const Evaluation& held_out);

/// Strength of a feature. `elo` is 400 log10 gamma minus its mean over the rows of the same table
/// and copy. (Multiplying all gammas of a table and copy by one number leaves predictions
/// unchanged, so only differences have a meaning.)
struct FeatureRow {
  const connect6::PatternTable* table = nullptr;
  std::uint32_t copy = 0;  ///< variant of the table: player and stone of the turn
  std::uint32_t code = 0;  ///< code of the feature in its group
  double gamma = 1.0;
  double elo = 0.0;
  std::uint64_t wins = 0;  ///< how often chosen in the training games; above 0
};

/// Returns the features that were chosen at least once, in ascending order. Requires: `gammas` and
/// `wins` have one element per feature, and `set` outlives the rows.
std::vector<FeatureRow> feature_rows(const connect6::PatternSet& set,
                                     std::span<const double> gammas,
                                     std::span<const std::uint64_t> wins);

/// Returns a short text for a feature. A line is its cells from behind to ahead ("XX*.O|": own,
/// own, the candidate, empty, opponent, the edge). Other features are described in words ("a four,
/// a live three", "distance 5").
std::string picture(const connect6::PatternSet& set, const FeatureRow& row);
/// Returns the kind of stones that the feature is for: "black", "white, second stone", "any".
std::string stones_of(const connect6::PatternSet& set, const FeatureRow& row);

/// Returns a header line and a line for each row.
std::string features_csv(const connect6::PatternSet& set, std::span<const FeatureRow> rows);
/// Returns the `each` strongest and `each` weakest features of each table and copy as text, with a
/// legend.
std::string features_text(const connect6::PatternSet& set, std::span<const FeatureRow> rows,
                          std::size_t each);
/// Draws the `each` strongest lines of each table and copy, each on a small board with stones in
/// their owner's color. If Black and White share features, the candidate's side is drawn black.
std::string features_svg(const connect6::PatternSet& set, std::span<const FeatureRow> rows,
                         std::size_t each);

}  // namespace trivium::learning::btmm
