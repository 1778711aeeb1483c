// Independent random streams from one seed: what a learner does in one shard or step never shifts what it draws in another.
#pragma once

#include <cstdint>

#include "engine/core/rng.h"

namespace trivium::learning {

/// The seed of stream `index` of `purpose` (any number that tells uses apart) under the user's `seed`. A pure function.
constexpr std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) noexcept {
  std::uint64_t state = seed;
  state = splitmix64(state) ^ purpose;
  state = splitmix64(state) ^ index;
  return splitmix64(state);
}

constexpr Rng stream_rng(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) noexcept {
  return Rng(stream_seed(seed, purpose, index));
}

/// Whether item `index` belongs to a held-out set of about `share` (0..1) of all items; independent of their number and order.
constexpr bool held_out(std::uint64_t seed, std::uint64_t index, double share) noexcept {
  constexpr std::uint64_t kHoldOut = 0x686F6C646F7574;
  return stream_rng(seed, kHoldOut, index).unit() < share;
}

}  // namespace trivium::learning
