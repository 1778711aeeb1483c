// What a score is worth in results: the model behind UCI's WDL figures.
//
// P(win) = 1 / (1 + exp((d - s) / k)), P(loss) = 1 / (1 + exp((d + s) / k)), the rest is a draw, with s the value in the weights' own
// centipawns. The two numbers belong to the weights: who learns them from games fits the model to their results (maximum likelihood) and
// says so in the manifest of the weight file. They tell what players like those of the games made of such a value.
//
// The size of the weights' centipawns depends on the scale they were learned at, so users are told others: where the file states the model,
// 100 are the value d, with which half of the games are won.
#pragma once

#include <string_view>

#include "engine/chess/value.h"
#include "engine/core/report.h"

namespace trivium::chess {

/// The default is for weights that do not say: the maximum likelihood for the evaluation of paper 002 on 300,000 quiet positions from games
/// between people rated 2000 and more.
struct ExpectationModel {
  static constexpr double kMost = 2000.0;  ///< of either number: games hardly have greater values that are not decided

  double scale = 200.0;        ///< k, the weights' centipawns, above 0
  double draw_margin = 159.0;  ///< d, likewise

  /// Whether games can teach these numbers: both are above 0 and at most kMost.
  constexpr bool plausible() const noexcept { return scale > 0.0 && scale <= kMost && draw_margin > 0.0 && draw_margin <= kMost; }
};

/// Where the manifest of a weight file has them, among its figures.
inline constexpr std::string_view kExpectationScale = "expectation.scale";
inline constexpr std::string_view kExpectationDrawMargin = "expectation.draw_margin";

/// The expected result of a value by the model; a mate is certain.
WinDrawLoss expectation(Value value, const ExpectationModel& model) noexcept;

/// A value in the centipawns that users are told: 100 of them are `hundred` of the weights' own. What is no sum of weights is told as it
/// is: mates, wins by endgame tables or by knowledge (kKnownWin and more); no sum is told as large as those.
Value told_value(Value value, double hundred) noexcept;

}  // namespace trivium::chess
