// How likely it is that nobody wins: the margin of draws d in a position, of which engine/core/expectation.h makes the chances of a loss, a
// draw and a win of a value in log-odds.
//
//   exp(2 d) = 1 + exp(level) * room ^ slope, slope <= 0
//
// The room is how many windows one side alone could still fill, for each empty cell: 2.6 on the empty board of 19, and less and less as
// windows die. Where there is none, the margin is infinite: a draw is certain. The two numbers are learned from games that were played to
// their ends (learning/outcome/draws.h, which has other measures of room too); weights without them expect no draws. What the search plays
// by is the value alone.
#pragma once

#include "engine/connect6/patterns/line_features.h"
#include "engine/core/expectation.h"

namespace trivium::connect6 {

struct DrawModel {
  /// Neither number may be larger in size.
  static constexpr double kMax = 100.0;

  double level = 0.0;
  double slope = 0.0;

  /// Whether games can teach these numbers: they are within kMax, and more room does not make more draws.
  bool plausible() const noexcept;
  /// In log-odds, 0 or more. `room` is 0 or more.
  double margin(double room) const noexcept;

  friend bool operator==(const DrawModel&, const DrawModel&) = default;
};

/// The windows that do not hold stones of both sides. Some hundred nanoseconds.
int living_windows(const LineFeatures& lines) noexcept;

/// Living windows for each empty cell; 0 on a full board.
double room(int windows, int empty) noexcept;
double room(const LineFeatures& lines) noexcept;

}  // namespace trivium::connect6
