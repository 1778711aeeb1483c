// A network's memory of the betting: a recurrent layer that reads a hand's actions one by one.
//
// A gated recurrent unit without biases, as libtorch reckons it: of an action x and what was kept, h, come the gates r and z and the
// candidate n, and z h + (1 - z) n is kept. What is public decides it, so that one reading serves all holdings. Elementary functions are
// our own, of additions, multiplications and divisions in one order: all kernels and machines give the same numbers. Source: Cho et al.
// 2014; papers 004, last section, wishes for it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/poker/network/encoder.h"

namespace trivium::poker {

inline constexpr std::size_t kMemoryUnits = 64;
inline constexpr std::size_t kMemorySums = 3 * kMemoryUnits;  ///< of r, z and n, in this order
/// Its tensors in a file have libtorch's names and shapes: [kMemorySums, kActionNumbers] and [kMemorySums, kMemoryUnits].
inline constexpr std::string_view kMemoryLayer = "memory";
inline constexpr std::string_view kMemoryInput = "memory.weight_ih_l0";
inline constexpr std::string_view kMemoryState = "memory.weight_hh_l0";

using MemoryUnits = std::array<float, kMemoryUnits>;

/// Immutable; any thread.
class NetworkMemory {
 public:
  /// The two tensors, row by row.
  NetworkMemory(std::span<const float> input, std::span<const float> state);

  /// What is kept after the whole betting; zeros before its first action. About half a microsecond an action; no allocation.
  MemoryUnits after(const EncodedBetting& betting) const noexcept;

 private:
  std::vector<float> input_;  ///< by what is told of an action, then by sum
  std::vector<float> state_;  ///< by unit, then by sum
};

}  // namespace trivium::poker
