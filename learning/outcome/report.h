// Report of a fit: its curve, the common part of model cards, the quality of its predictions by
// stage of the game, and calibration.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "learning/outcome/outcome.h"

namespace trivium::learning::outcome {

/// Returns a CSV table: a header line and a line for each row. The column held_out is empty if no
/// position is held out.
std::string outcome_curve_csv(std::span<const OutcomeRow> curve);
/// Draws mean log loss by iteration, on the training games and the held-out games.
std::string outcome_curve_svg(std::span<const OutcomeRow> curve);
/// Returns a model card with the strength and the limits of a value that is learned from results.
/// `games` is a clause about the training games; may be empty.
CardText value_card(std::string_view games);
/// A column of means: the end of its name, as ".won", and the function that returns the sums.
using MeanColumn = std::pair<std::string_view, double (*)(const statistics::ResultEvidence&)>;
/// Returns a CSV table with a line for each number of `train` or `held_out`, whose heading is
/// `key`. For both it has the number of positions, the mean log loss and the means of `columns`.
std::string evidence_csv(std::string_view key, std::span<const MeanColumn> columns,
                         const statistics::EvidenceByNumber& train,
                         const statistics::EvidenceByNumber& held_out);
/// Returns a CSV table of log loss, accuracy, and predicted and actual results, with a line for
/// each key of `train` or `held_out`. `key` is the heading of the column of keys.
std::string outcome_csv(std::string_view key, const statistics::EvidenceByNumber& train,
                        const statistics::EvidenceByNumber& held_out);

}  // namespace trivium::learning::outcome
