// A random permutation of 0 to n - 1 without a table: each element is computed.
//
// A Feistel network permutes the numbers below the next power of four; results that are too large
// are permuted again until they fit ("cycle walking", Black and Rogaway 2002), in fewer than four
// steps on average.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/rng.h"

namespace trivium::match {

class Permutation {
 public:
  /// Permutes the numbers below `size`. Requires: size > 0. `key` selects the order.
  constexpr Permutation(std::uint64_t size, std::uint64_t key) noexcept
      : size_(size), half_bits_((static_cast<int>(std::bit_width(size - 1)) + 1) / 2), key_(key) {}

  /// Returns the number at `place`. Requires: place < size.
  constexpr std::uint64_t operator()(std::uint64_t place) const noexcept {
    do place = mixed(place);
    while (place >= size_);
    return place;
  }

 private:
  static constexpr int kRounds = 8;

  constexpr std::uint64_t mixed(std::uint64_t value) const noexcept {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_, right = value & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      std::uint64_t state = key_ ^ (right * kRounds + round);
      const std::uint64_t next = left ^ (splitmix64(state) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t size_;
  int half_bits_;
  std::uint64_t key_;
};

}  // namespace trivium::match
