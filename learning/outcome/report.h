// Report of a fit: its curve, the quality of its predictions by stage of the game, and calibration.
#pragma once

#include <span>
#include <string>

#include "learning/outcome/outcome.h"

namespace trivium::learning::outcome {

/// Returns a CSV table: a header line and a line for each row. The column held_out is empty if no
/// position is held out.
std::string outcome_curve_csv(std::span<const OutcomeRow> curve);
/// Draws mean log loss by iteration, on the training games and the held-out games.
std::string outcome_curve_svg(std::span<const OutcomeRow> curve);
/// Returns a CSV table of log loss and accuracy by number of stones on the board, in tens.
std::string outcome_stones_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out);
/// Returns a CSV table of predicted and actual results, by predicted probability in tenths.
std::string calibration_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out);

}  // namespace trivium::learning::outcome
