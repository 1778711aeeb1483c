// What a score is worth in results: the model behind UCI's WDL figures.
//
// P(win) = 1 / (1 + exp((d - s) / k)), P(loss) = 1 / (1 + exp((d + s) / k)), the rest is a draw, with s the score in centipawns. Its two
// numbers are the maximum likelihood for the evaluation of paper 002 on 300,000 quiet positions from games between people rated 2000 and
// more (0.1, 3, 5 and 9 pawns as published): what such players made of such a score, not what two engines would.
#pragma once

#include "engine/chess/value.h"
#include "engine/core/report.h"

namespace trivium::chess {

struct ExpectationModel {
  double scale = 200.0;        ///< k, centipawns
  double draw_margin = 159.0;  ///< d, centipawns
};

/// The expected result of a value by the model; a mate is certain.
WinDrawLoss expectation(Value value, const ExpectationModel& model = {}) noexcept;

}  // namespace trivium::chess
