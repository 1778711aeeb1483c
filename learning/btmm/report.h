// Report of a BTMM run: its learning curve, the quality of its predictions and the strength of each
// feature, as tables (CSV), text and pictures (SVG).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/btmm/evaluation.h"
#include "learning/btmm/feature_words.h"
#include "learning/btmm/features.h"
#include "learning/btmm/learner.h"
#include "learning/btmm/state_source.h"

namespace trivium::learning::btmm {

/// Returns a header line and a line for each iteration.
std::string curve_csv(std::span<const IterationRow> curve);
/// Draws mean log-evidence by iteration, on the training games and the held-out games, if any.
/// `move` is what is chosen in a state: "stone".
std::string curve_svg(std::span<const IterationRow> curve, std::string_view move);

/// Returns, for n = 1, 2, ..., the share of states whose chosen move ranks among the first n.
std::string ranks_csv(const Evaluation& train, const Evaluation& held_out);
/// Draws these shares.
std::string ranks_svg(const Evaluation& train, const Evaluation& held_out, std::string_view move);
/// Returns mean log-evidence and the share of rank 1 by the number of pieces on the board. `pieces`
/// is the name of that column: "stones".
std::string pieces_csv(std::string_view pieces, const Evaluation& train,
                       const Evaluation& held_out);
/// Draws mean log-evidence and that of a uniform choice by the number of pieces, on the held-out
/// games if there are any.
std::string pieces_svg(std::string_view pieces, const Evaluation& train, const Evaluation& held_out,
                       std::string_view move);

/// Returns the features that were chosen at least once, in ascending order. Requires: `gammas` and
/// `wins` have one element per feature.
std::vector<FeatureRow> feature_rows(std::span<const FeatureTable> tables,
                                     std::span<const double> gammas,
                                     std::span<const std::uint64_t> wins);

/// Returns a header line and a line for each row.
std::string features_csv(const FeatureWords& words, std::span<const FeatureRow> rows);
/// Returns the `each` strongest and `each` weakest features of each table and copy as text, with a
/// legend.
std::string features_text(const FeatureWords& words, std::span<const FeatureRow> rows,
                          std::size_t each);

/// Writes the training games as input of Coulom's program `mm` (2007), with every team of every
/// state. Used to check the learner on small sets against an independent implementation. `mm`
/// numbers its gammas as `source` numbers features. Throws format::LoadError if a team can have
/// several features of a table (`mm` allows one), if there is no training state, or if writing
/// fails.
void export_mm(const StateSource& source, const std::filesystem::path& path);

}  // namespace trivium::learning::btmm
