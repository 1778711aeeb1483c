// What a score is worth in results: the model behind UCI's WDL figures.
//
// P(win) = 1 / (1 + exp((d - s) / k)), P(loss) = 1 / (1 + exp((d + s) / k)), the rest is a draw, with s the score in centipawns.
#pragma once

#include "engine/chess/value.h"
#include "engine/core/report.h"

namespace trivium::chess {

struct ExpectationModel {
  double scale = 200.0;        ///< k, centipawns
  double draw_margin = 100.0;  ///< d, centipawns
};

/// The expected result of a value by the model; a mate is certain.
WinDrawLoss expectation(Value value, const ExpectationModel& model = {}) noexcept;

}  // namespace trivium::chess
