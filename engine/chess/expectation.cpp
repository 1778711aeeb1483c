#include "engine/chess/expectation.h"

#include <cmath>

namespace trivium::chess {

WinDrawLoss expectation(Value value, const ExpectationModel& model) noexcept {
  if (value >= kMateBound) return {1000, 0, 0};
  if (value <= -kMateBound) return {0, 0, 1000};
  const auto per_mille = [&](double score) {
    return static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((model.draw_margin - score) / model.scale))));
  };
  const int win = per_mille(value);
  const int loss = per_mille(-value);
  return {win, 1000 - win - loss, loss};
}

}  // namespace trivium::chess
