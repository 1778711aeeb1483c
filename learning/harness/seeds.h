// Independent random streams from one seed, so that the random numbers of one shard or step do not
// depend on those used in another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/rng.h"

namespace trivium::learning {

/// Returns the seed of a stream. `seed` is the user's seed, `purpose` a constant that is unique to
/// one use of random numbers, and `index` the number of the shard, game or step. A pure function.
constexpr std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t purpose,
                                    std::uint64_t index) noexcept {
  std::uint64_t state = seed;
  state = splitmix64(state) ^ purpose;
  state = splitmix64(state) ^ index;
  return splitmix64(state);
}

/// Returns a generator with stream_seed().
constexpr Rng stream_rng(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) noexcept {
  return Rng(stream_seed(seed, purpose, index));
}

/// Returns a number in [0, 1) that decides whether item `index` is held out. Depends only on seed
/// and index.
constexpr double hold_out_draw(std::uint64_t seed, std::uint64_t index) noexcept {
  constexpr std::uint64_t kHoldOut = 0x686F6C646F7574;
  return stream_rng(seed, kHoldOut, index).unit();
}

/// True if item `index` is held out, which has the probability `share`, in [0, 1]. Does not depend
/// on the number and order of the items.
constexpr bool held_out(std::uint64_t seed, std::uint64_t index, double share) noexcept {
  return hold_out_draw(seed, index) < share;
}

/// One of `count` folds: disjoint sets of about equal size that together contain all items.
struct Fold {
  std::size_t number = 1;  ///< 1 to `count`
  std::size_t count = 2;   ///< at least 2
};

/// Returns the number of the fold that contains item `index`, from 1 to `count`. Does not depend on
/// the number and order of the items.
constexpr std::size_t fold_of(std::uint64_t seed, std::uint64_t index, std::size_t count) noexcept {
  return 1 + static_cast<std::size_t>(hold_out_draw(seed, index) * static_cast<double>(count));
}

}  // namespace trivium::learning
