// One of several things drawn with given chances: a move, a card, an action.
#pragma once

#include <cstddef>
#include <span>

#include "engine/core/rng.h"

namespace trivium {

/// The number of one with a chance above 0, of which there is at least one. The chances sum to `sum` but for rounding.
inline std::size_t drawn(std::span<const double> chances, Rng& rng, double sum = 1.0) noexcept {
  double left = rng.unit() * sum;
  std::size_t last = 0;  // the last that can be drawn: sums of rounded numbers may fall short of the whole
  for (std::size_t k = 0; k < chances.size(); ++k) {
    if (chances[k] <= 0) continue;
    last = k;
    if (left < chances[k]) break;
    left -= chances[k];
  }
  return last;
}

}  // namespace trivium
