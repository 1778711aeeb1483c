#include "learning/measure/duplicate.h"

#include <cmath>
#include <numbers>

namespace trivium::learning {

Winnings Duplicate::winnings() const noexcept {
  return {pairs_.mean(), kNormal95 * pairs_.standard_error(), std::numbers::sqrt2 * std::sqrt(pairs_.variance()), pairs_.count()};
}

}  // namespace trivium::learning
