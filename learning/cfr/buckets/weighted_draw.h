// One of many, each with a chance in proportion to a whole number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "engine/core/rng.h"

namespace trivium::learning::cfr {

/// The number of one of `weights`, at least one; where all are 0 each is as likely. Their sum is
/// well below 2^64.
inline std::size_t weighted_draw(std::span<const std::uint64_t> weights, Rng& rng) noexcept {
  const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  if (sum == 0) return rng.below(static_cast<std::uint32_t>(weights.size()));
  std::uint64_t left = rng() % sum;
  std::size_t number = 0;
  while (left >= weights[number]) left -= weights[number++];
  return number;
}

}  // namespace trivium::learning::cfr
