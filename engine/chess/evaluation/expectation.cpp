#include "engine/chess/evaluation/expectation.h"

#include <algorithm>
#include <cmath>

#include "engine/chess/endgame/endgames.h"

namespace trivium::chess {

WinDrawLoss expectation(Value value, const ExpectationModel& model) noexcept {
  if (value >= kMateBound) return {1000, 0, 0};
  if (value <= -kMateBound) return {0, 0, 1000};
  return model.expected(value);
}

Value reported_value(Value value, double hundred) noexcept {
  if (is_known_win(value)) return value;
  const double reported =
      std::clamp(value * 100.0 / hundred, -double{kKnownWin - 1}, double{kKnownWin - 1});
  return static_cast<Value>(std::lround(reported));
}

}  // namespace trivium::chess
