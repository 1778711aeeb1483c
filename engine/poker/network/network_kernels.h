// The arithmetic that all layers of a network share: many sums at once, kept in registers, in one order and without fused operations, so
// that all kernels give the same numbers.
#pragma once

#include <array>
#include <cstddef>

namespace trivium::poker {

/// Numbers that are added and multiplied at once: as many as a register holds, since wider ones would go through memory.
#ifdef __AVX__
constexpr std::size_t kRegisterBytes = 32;
#else
constexpr std::size_t kRegisterBytes = 16;
#endif
using Vector = float __attribute__((vector_size(kRegisterBytes)));
/// The same where it may begin at any float.
using Unaligned = float __attribute__((vector_size(kRegisterBytes), aligned(4), may_alias));
constexpr std::size_t kLanes = sizeof(Vector) / sizeof(float);

/// sums[p][o] += inputs[p][i] * weights[i][o] for all inputs and outputs of some places that share the weights. `Outputs` is a multiple
/// of 16.
template <std::size_t Outputs, std::size_t Places>
void add_products(const std::array<const float*, Places>& inputs, std::size_t count, const float* weights,
                  const std::array<float*, Places>& sums) noexcept {
  constexpr std::size_t kBlock = 2 * kLanes;
  static_assert(Outputs % kBlock == 0);
  for (std::size_t block = 0; block < Outputs; block += kBlock) {
    // Plain arrays, unrolled: what the compiler then keeps in registers it would else store and load again for every input.
    Vector kept0[Places];
    Vector kept1[Places];
#pragma GCC unroll 8
    for (std::size_t place = 0; place < Places; ++place) {
      kept0[place] = *reinterpret_cast<const Unaligned*>(sums[place] + block);
      kept1[place] = *reinterpret_cast<const Unaligned*>(sums[place] + block + kLanes);
    }
    const float* row = weights + block;
    for (std::size_t i = 0; i < count; ++i, row += Outputs) {
      const Vector factor0 = *reinterpret_cast<const Unaligned*>(row);
      const Vector factor1 = *reinterpret_cast<const Unaligned*>(row + kLanes);
#pragma GCC unroll 8
      for (std::size_t place = 0; place < Places; ++place) {
        const float input = inputs[place][i];
        kept0[place] += input * factor0;
        kept1[place] += input * factor1;
      }
    }
#pragma GCC unroll 8
    for (std::size_t place = 0; place < Places; ++place) {
      *reinterpret_cast<Unaligned*>(sums[place] + block) = kept0[place];
      *reinterpret_cast<Unaligned*>(sums[place] + block + kLanes) = kept1[place];
    }
  }
}

}  // namespace trivium::poker
