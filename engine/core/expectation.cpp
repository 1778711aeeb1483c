#include "engine/core/expectation.h"

#include <algorithm>
#include <cmath>

#include "engine/core/logistic.h"

namespace trivium {

EndChances ExpectationModel::chances(double value) const noexcept {
  const double win = plain_logistic((value - draw_margin) / scale);
  const double loss = plain_logistic((-value - draw_margin) / scale);
  const double not_win = plain_logistic((draw_margin - value) / scale);
  const double not_loss = plain_logistic((draw_margin + value) / scale);
  // The draw probability, without the cancellation of 1 - win - loss.
  return {loss, -std::expm1(-2.0 * draw_margin / scale) * not_win * not_loss, win};
}

WinDrawLoss ExpectationModel::expected(double value) const noexcept {
  const EndChances ends = chances(value);
  const int win = static_cast<int>(std::lround(1000.0 * ends.win));
  // Without draws, both may have been rounded up from a half.
  const int loss = std::min(static_cast<int>(std::lround(1000.0 * ends.loss)), 1000 - win);
  return {win, 1000 - win - loss, loss};
}

}  // namespace trivium
