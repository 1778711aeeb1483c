// A network's memory of the betting: a recurrent layer that reads the actions of a hand one by one.
//
// A gated recurrent unit without biases, as in libtorch: an action x and the state h give the gates
// r and z and the candidate n, where r scales the part of n that comes from h. The new state is z h
// + (1 - z) n. It depends only on public information, so one pass serves all holdings. Elementary
// functions are our own, made of additions, multiplications and divisions in a fixed order, so that
// all builds and machines give the same numbers. Source: Cho et al. 2014; the last section of paper
// 004 suggests it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/poker/network/encoder.h"

namespace trivium::poker {

inline constexpr std::size_t kMemoryUnits = 64;
inline constexpr std::size_t kMemorySums = 3 * kMemoryUnits;  ///< for r, z and n, in this order
/// Tensors with libtorch's names and shapes: [kMemorySums, kActionNumbers] and [kMemorySums,
/// kMemoryUnits].
inline constexpr std::string_view kMemoryLayer = "memory";
inline constexpr std::string_view kMemoryInput = "memory.weight_ih_l0";
inline constexpr std::string_view kMemoryState = "memory.weight_hh_l0";

using MemoryUnits = std::array<float, kMemoryUnits>;

/// Immutable, thread-safe.
class NetworkMemory {
 public:
  /// Creates the layer from its two tensors, row by row.
  NetworkMemory(std::span<const float> input, std::span<const float> state);

  /// Returns the state after the whole betting; zeros before the first action. Takes about half a
  /// microsecond for each action; does not allocate.
  MemoryUnits after(const EncodedBetting& betting) const noexcept;

 private:
  std::vector<float> input_;  ///< by number of an action, then by sum
  std::vector<float> state_;  ///< by unit, then by sum
};

}  // namespace trivium::poker
