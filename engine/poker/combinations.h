// How many sets of cards there are.
#pragma once

#include <cstddef>

namespace trivium::poker {

/// n over k: sets of `k` out of `n` cards; at most a deck and a board's worth, so that nothing overflows.
constexpr std::size_t combinations(std::size_t n, std::size_t k) noexcept {
  if (n < k) return 0;
  std::size_t count = 1;
  for (std::size_t i = 0; i < k; ++i) count = count * (n - i) / (i + 1);
  return count;
}

}  // namespace trivium::poker
