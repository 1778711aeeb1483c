#include "learning/poker_measure/matches/duplicate.h"

#include <cmath>
#include <numbers>

namespace trivium::learning::poker_measure {

Winnings Duplicate::winnings() const noexcept {
  return {pairs_.mean(), statistics::kNormal95 * pairs_.standard_error(),
          std::numbers::sqrt2 * std::sqrt(pairs_.variance()), pairs_.count()};
}

}  // namespace trivium::learning::poker_measure
