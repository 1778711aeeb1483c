#include "engine/poker/network/network_memory.h"

#include <bit>
#include <cstdint>

#include "engine/poker/network/network_kernels.h"

namespace trivium::poker {

namespace {

/// Transposes a matrix.
std::vector<float> transposed(std::span<const float> numbers, std::size_t columns) {
  std::vector<float> result(numbers.size());
  const std::size_t rows = numbers.size() / columns;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column)
      result[column * rows + row] = numbers[row * columns + column];
  }
  return result;
}

/// Returns e^x for x <= 0 with a relative error of about 1e-7. Has no branch, so that loops can be
/// vectorized.
inline float exponential(float x) noexcept {
  constexpr float kMin = -87;
  constexpr float kPerLog2 = 1.44269504F;
  // log(2) in two parts; the product of the first part and any power that occurs is exact.
  constexpr float kLog2High = 0.693359375F;
  constexpr float kLog2Low = -2.12194440e-4F;
  constexpr std::array<float, 7> kTaylor = {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6,
                                            0.5F,       1,          1};
  constexpr std::int32_t kBias = 127;
  constexpr int kMantissaBits = 23;
  x = x > kMin ? x : kMin;  // also replaces NaN
  const auto power = static_cast<std::int32_t>(x * kPerLog2 - 0.5F);
  const auto whole = static_cast<float>(power);
  const float rest = x - whole * kLog2High - whole * kLog2Low;
  float sum = 0;
  for (const float factor : kTaylor) sum = sum * rest + factor;
  return sum * std::bit_cast<float>((power + kBias) << kMantissaBits);
}

inline float logistic(float x) noexcept {
  const float part = exponential(x < 0 ? x : -x);
  return (x < 0 ? part : 1.0F) / (1 + part);
}

inline float hyperbolic_tangent(float x) noexcept {
  const float part = exponential(x < 0 ? 2 * x : -2 * x);
  const float size = (1 - part) / (1 + part);
  return x < 0 ? -size : size;
}

}  // namespace

NetworkMemory::NetworkMemory(std::span<const float> input, std::span<const float> state)
    : input_(transposed(input, kActionNumbers)), state_(transposed(state, kMemoryUnits)) {}

MemoryUnits NetworkMemory::after(const EncodedBetting& betting) const noexcept {
  MemoryUnits kept{};
  for (const auto& action : std::span(betting.actions).first(betting.count)) {
    std::array<float, kMemorySums> input_sums{};
    std::array<float, kMemorySums> state_sums{};
    add_products<kMemorySums, 1>({action.data()}, action.size(), input_.data(),
                                 {input_sums.data()});
    add_products<kMemorySums, 1>({kept.data()}, kept.size(), state_.data(), {state_sums.data()});
    for (std::size_t unit = 0; unit < kept.size(); ++unit) {
      constexpr std::size_t kUpdate = kMemoryUnits, kCandidate = 2 * kMemoryUnits;
      const float reset = logistic(input_sums[unit] + state_sums[unit]);
      const float update = logistic(input_sums[kUpdate + unit] + state_sums[kUpdate + unit]);
      const float candidate =
          hyperbolic_tangent(input_sums[kCandidate + unit] + reset * state_sums[kCandidate + unit]);
      kept[unit] = update * kept[unit] + (1 - update) * candidate;
    }
  }
  return kept;
}

}  // namespace trivium::poker
