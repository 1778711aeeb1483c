// Report of a fit: its curve, the quality of its predictions by stage of the game, and calibration.
#pragma once

#include <span>
#include <string>

#include "learning/outcome/outcome.h"

namespace trivium::learning::outcome {

/// A head line and a line for each row. Where no position is held out, held_out is empty and has no
/// line in the picture.
std::string outcome_curve_csv(std::span<const OutcomeRow> curve);
/// Mean log-loss by row, on the training games and those held out.
std::string outcome_curve_svg(std::span<const OutcomeRow> curve);
/// Log-loss and accuracy by stones on the board.
std::string outcome_stones_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out);
/// Predicted and actual results, by tenths of the probability of a win.
std::string calibration_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out);

}  // namespace trivium::learning::outcome
