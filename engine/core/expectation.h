// What a value is worth in results: the chances of a win, a draw and a loss, by an ordered logit.
//
//   P(win) = 1 / (1 + exp((d - v) / k)), P(loss) = 1 / (1 + exp((d + v) / k)), the rest is a draw
//
// v is the value for the side to move, k the scale and d the margin of draws, all in the same unit.
// Learners fit the two numbers to results of games (maximum likelihood), so they describe players
// like those of these games.
// Source: Rao and Kupper, "Ties in paired-comparison experiments: a generalization of the
// Bradley-Terry model" (JASA 62, 1967).
#pragma once

#include "engine/core/report.h"

namespace trivium {

/// The default is for values in log-odds that know of no draws.
struct ExpectationModel {
  double scale = 1.0;        ///< k, above 0
  double draw_margin = 0.0;  ///< d, 0 or more; infinity where a draw is certain

  /// Returns chances that add up to 1. Both sides see them alike: a side's chance of a win is the
  /// other's of a loss.
  EndChances chances(double value) const noexcept;

  /// Returns these chances per mille, rounded; the draw is what the others leave.
  WinDrawLoss expected(double value) const noexcept;

  friend bool operator==(const ExpectationModel&, const ExpectationModel&) = default;
};

}  // namespace trivium
