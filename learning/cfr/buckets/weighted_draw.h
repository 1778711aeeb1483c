// Random choice of an index with integer weights. Integers give the same result on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "engine/core/rng.h"

namespace trivium::learning::cfr {

/// Returns an index with probability proportional to its weight, or a uniform one if all weights
/// are 0. Requires: at least one weight; the sum is well below 2^64, so that the bias of the
/// remainder is negligible.
inline std::size_t weighted_draw(std::span<const std::uint64_t> weights, Rng& rng) noexcept {
  const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  if (sum == 0) return rng.below(static_cast<std::uint32_t>(weights.size()));
  std::uint64_t left = rng() % sum;
  std::size_t number = 0;
  while (left >= weights[number]) left -= weights[number++];
  return number;
}

}  // namespace trivium::learning::cfr
