// The only random generator of the project. Equal seeds give equal streams on every machine and
// compiler.
//
// xoshiro256** by Blackman and Vigna (2018), seeded through splitmix64 as its authors recommend.
// The distributions of <random> are not used, because their streams differ between standard
// libraries.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trivium {

/// One step of splitmix64: advances `state` and returns 64 mixed bits. Also used to derive
/// independent seeds from (seed, index) pairs.
constexpr std::uint64_t splitmix64(std::uint64_t& state) noexcept {
  state += 0x9E3779B97F4A7C15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/// Random generator. A value type: a copy continues from the same position of the stream. Not
/// thread-safe.
class Rng {
 public:
  using result_type = std::uint64_t;

  constexpr explicit Rng(std::uint64_t seed) noexcept {
    for (auto& word : state_) word = splitmix64(seed);
  }

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return ~0ULL; }

  constexpr result_type operator()() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Returns a uniform number in [0, bound), without bias (Lemire 2019). Requires: `bound` > 0.
  constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    std::uint64_t product = (operator()() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold)
        product = (operator()() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Returns a uniform number in [0, 1) with 53 bits.
  constexpr double unit() noexcept { return static_cast<double>(operator()() >> 11) * 0x1.0p-53; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

/// Puts `items` into random order. The draws do not change: results with a seed depend on them.
template <class Items>
void shuffle(Items& items, Rng& rng) noexcept {
  for (std::size_t left = items.size(); left > 1; --left)
    std::swap(items[left - 1], items[rng.below(static_cast<std::uint32_t>(left))]);
}

/// Moves `count` random elements to the beginning of `items`, in random order. The draws do
/// not change. Requires: `items` has at least `count` elements.
template <class Items>
void draw_first(Items&& items, std::size_t count, Rng& rng) noexcept {
  for (std::size_t i = 0; i < count; ++i)
    std::swap(items[i], items[i + rng.below(static_cast<std::uint32_t>(items.size() - i))]);
}

/// Returns a random element of `items`. The draws do not change. Requires: `items` is not empty.
template <class Items>
decltype(auto) draw_one(Items& items, Rng& rng) noexcept {
  return items[rng.below(static_cast<std::uint32_t>(items.size()))];
}

}  // namespace trivium
