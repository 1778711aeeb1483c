// Running argmax with uniform tie-breaking.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "engine/core/rng.h"

namespace trivium::bandits {

struct Pick {
  std::size_t found = 0;  ///< index of the largest value so far; of equal ones a random one
  double best = -std::numeric_limits<double>::infinity();  ///< its value
  std::uint32_t equal = 0;                                 ///< number of values equal to it

  /// Adds the value with index `number`. Does not use `rng` unless the value is equal to `best`.
  void offer(std::size_t number, double value, Rng& rng) noexcept {
    if (value < best) return;
    equal = value > best ? 1 : equal + 1;
    if (equal > 1 && rng.below(equal) != 0) return;
    found = number;
    best = value;
  }
};

}  // namespace trivium::bandits
