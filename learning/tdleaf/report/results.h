// What comes of a run: the weight file with its manifest, and the prose of its card.
#pragma once

#include <span>

#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/tdleaf/regression.h"
#include "learning/tdleaf/tdleaf.h"
#include "models/format/weight_file.h"

namespace trivium::learning::tdleaf {

/// Returns weights in pawns as a file of the chess engine, with the model of results that
/// describe_run() put into `manifest`, if it did.
format::WeightFile chess_file(std::span<const double> weights, const Manifest& manifest);

/// Adds the options and what came of the run to a manifest.
void describe_run(const TdLeafOptions& options, std::span<const CurveRow> curve,
                  Manifest& manifest);
void describe_run(const RegressionOptions& options, const RegressionResult& result,
                  Manifest& manifest);

/// The cards. The table of the pieces (piece_worth.h) stands in the first where the run had a
/// generation.
CardText tdleaf_card(std::span<const CurveRow> curve);
CardText regression_card();

/// The worth and the material weights of the pieces as two tables in Markdown.
std::string piece_tables(const CurveRow& row);

}  // namespace trivium::learning::tdleaf
