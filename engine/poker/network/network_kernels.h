// The arithmetic shared by all layers of a network: products of inputs and weights, added to many
// sums in parallel in SIMD registers. The order of additions is fixed, and multiplications and
// additions are not fused (-ffp-contract=off), so that all machines compute the same bits.
#pragma once

#include <array>
#include <cstddef>

namespace trivium::poker {

/// Bytes of a SIMD register. The compiler would keep wider vectors in memory.
#ifdef __AVX__
constexpr std::size_t kRegisterBytes = 32;
#else
constexpr std::size_t kRegisterBytes = 16;
#endif
using Vector = float __attribute__((vector_size(kRegisterBytes)));
/// Vector type for loads and stores at any address of a float.
using Unaligned = float __attribute__((vector_size(kRegisterBytes), aligned(4), may_alias));
/// Number of floats in a Vector.
constexpr std::size_t kLanes = sizeof(Vector) / sizeof(float);

/// Adds inputs[p][i] * weights[i * Outputs + o] to sums[p][o], for each place p, each input i below
/// `count` and each output o. A place is a position in the picture that a convolution computes; all
/// places use the same weights. Requires: `Outputs` is a multiple of 16, and sums do not overlap
/// inputs or weights.
template <std::size_t Outputs, std::size_t Places>
void add_products(const std::array<const float*, Places>& inputs, std::size_t count,
                  const float* weights, const std::array<float*, Places>& sums) noexcept {
  constexpr std::size_t kBlock = 2 * kLanes;
  static_assert(Outputs % kBlock == 0);
  for (std::size_t block = 0; block < Outputs; block += kBlock) {
    // Plain arrays and unrolled loops keep the sums in registers; otherwise each input loads and
    // stores them.
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
