// Output of a training run of chess weights (TDLeaf or regression): the weight file with its
// manifest, and the prose of its model card.
#pragma once

#include <span>

#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/tdleaf/regression.h"
#include "learning/tdleaf/tdleaf.h"
#include "models/format/weight_file.h"

namespace trivium::learning::tdleaf {

/// Returns a weight file for the chess engine. `weights` are in pawns, in the order of
/// chess::parameter_names(). The file contains the win/draw/loss model (ExpectationModel) if
/// describe_run() added one to `manifest`.
format::WeightFile chess_file(std::span<const double> weights, const Manifest& manifest);

/// Stores the parameters, counts and figures of a run in `manifest`, one overload for each learner.
/// Call it before other entries are added: it replaces parameters and counts, and for a regression
/// also the figures.
void describe_run(const TdLeafOptions& options, std::span<const CurveRow> curve,
                  Manifest& manifest);
void describe_run(const RegressionOptions& options, const RegressionResult& result,
                  Manifest& manifest);

/// Returns the prose of the model card of a TDLeaf run. Contains piece_tables() of the last
/// generation, if there was one.
CardText tdleaf_card(std::span<const CurveRow> curve);
/// Returns the prose of the model card of a regression.
CardText regression_card();

/// Returns the values of the pieces (piece_worth()) and their material weights as two tables in
/// Markdown.
std::string piece_tables(const CurveRow& row);

}  // namespace trivium::learning::tdleaf
