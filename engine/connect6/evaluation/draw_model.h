// Draw model: the margin of draws d of a position. engine/core/expectation.h computes the
// probabilities of a loss, a draw and a win from a value in log-odds and this margin.
//
//   exp(2 d) = 1 + exp(level) * room ^ slope, slope <= 0
//
// The room is the number of windows that are not dead, divided by the number of empty cells: 2.6 on
// the empty 19x19 board, and less as windows die. Without room the margin is infinite: a draw is
// certain. Level and slope are fitted to games that were played to their ends
// (learning/outcome/draws.h, which also has other measures of room). Weights without them expect no
// draws. The search itself uses only the value.
#pragma once

#include "engine/connect6/patterns/line_features.h"
#include "engine/core/expectation.h"

namespace trivium::connect6 {

struct DrawModel {
  /// Maximum absolute value of both numbers.
  static constexpr double kMax = 100.0;

  double level = 0.0;
  double slope = 0.0;

  /// True if both numbers are within kMax and more room does not make more draws.
  bool plausible() const noexcept;
  /// Returns the margin in log-odds, at least 0. Requires: `room` is at least 0.
  double margin(double room) const noexcept;

  friend bool operator==(const DrawModel&, const DrawModel&) = default;
};

/// Number of windows that do not hold stones of both sides. Takes some hundred nanoseconds.
int living_windows(const LineFeatures& lines) noexcept;

/// Living windows per empty cell; 0 on a full board.
double room(int windows, int empty) noexcept;
double room(const LineFeatures& lines) noexcept;

}  // namespace trivium::connect6
