// Converts a value into probabilities of a win, a draw and a loss, by an ordered logit model.
//
//   P(win) = 1 / (1 + exp((d - v) / k)), P(loss) = 1 / (1 + exp((d + v) / k)), the rest is a draw
//
// v is the value for the side to move, k the scale and d the margin of draws, all in the same unit.
// Learners fit the two numbers to game results by maximum likelihood, so the model describes
// players like those in the training games.
// Source: Rao and Kupper, "Ties in paired-comparison experiments: a generalization of the
// Bradley-Terry model" (JASA 62, 1967).
#pragma once

#include "engine/core/report.h"

namespace trivium {

/// Win/draw/loss model. The default is for values in log-odds in games without draws.
struct ExpectationModel {
  double scale = 1.0;        ///< k, above 0
  double draw_margin = 0.0;  ///< d, at least 0; infinity if a draw is certain

  /// Returns the three probabilities. They are symmetric: the win at `value` is the loss at
  /// -`value`.
  EndChances chances(double value) const noexcept;

  /// Returns these probabilities per mille, rounded so that they sum to 1000.
  WinDrawLoss expected(double value) const noexcept;

  friend bool operator==(const ExpectationModel&, const ExpectationModel&) = default;
};

}  // namespace trivium
