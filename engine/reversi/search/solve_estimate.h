// The number of nodes that solving a position takes.
#pragma once

#include <algorithm>
#include <cstdint>

namespace trivium::reversi {

/// Returns 2^`digits` times the expected number of nodes to find the exact score with `empty` empty
/// squares. On positions of WTHOR games with 8 to 20 empty squares, the mean of the binary
/// logarithm is the number of empty squares plus 1 (standard deviation 0.4 to 3).
constexpr std::uint64_t solving_nodes(int empty, int digits = 0) noexcept {
  constexpr int kMaxDigits = 50;  // sums and products do not overflow
  return std::uint64_t{1} << std::clamp(empty + 1 + digits, 0, kMaxDigits);
}

}  // namespace trivium::reversi
