// Random choice with given probabilities: a move, a card, an action.
#pragma once

#include <cstddef>
#include <span>

#include "engine/core/rng.h"

namespace trivium {

/// Returns an index drawn with the given probabilities, which sum to `sum` up to rounding.
/// Requires: at least one is positive. Never returns an index whose probability is 0.
inline std::size_t sample_index(std::span<const double> chances, Rng& rng,
                                double sum = 1.0) noexcept {
  double left = rng.unit() * sum;
  std::size_t last = 0;  // the last possible index: rounded terms may sum to less than the total
  for (std::size_t k = 0; k < chances.size(); ++k) {
    if (chances[k] <= 0) continue;
    last = k;
    if (left < chances[k]) break;
    left -= chances[k];
  }
  return last;
}

}  // namespace trivium
