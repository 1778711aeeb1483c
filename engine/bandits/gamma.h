// Gamma and normal variates: the same stream on every machine for a seed, and fast.
//
// The distributions of <random> and the logarithms of <cmath> differ between libraries in their last bits, and one bit is enough for two
// machines to play different moves. So there are a logarithm and an exponential of additions, multiplications and divisions alone, which
// IEEE 754 rounds in one way everywhere (and the build forbids fused ones); the normal comes from a ziggurat of 256 layers, the gamma from
// it by rejection. Both are exact: nothing is approximated but the tables' last digits (1e-12 of the area).
// Sources: Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM TOMS 26(3), 2000); Doornik, "An improved ziggurat
// method to generate normal random samples" (2005).
#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/rng.h"

namespace trivium::bandits {

/// The natural logarithm of a positive normal number, to about 2 units in the last place.
constexpr double steady_log(double x) noexcept {
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    ++exponent;
  }
  const double s = (mantissa - 1) / (mantissa + 1), square = s * s;
  double series = 0;
  for (int odd = 23; odd >= 3; odd -= 2) series = (series + 1.0 / odd) * square;
  return exponent * kLn2High + (2 * s + (2 * s * series + exponent * kLn2Low));
}

/// e to the power of `x`, to about 2 units in the last place; 0 below -700, and no more than e^700.
constexpr double steady_exp(double x) noexcept {
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33, kPerLn2 = 1.4426950408889634;
  if (x < -700) return 0;
  if (x > 700) x = 700;
  const auto power = static_cast<int>(x * kPerLn2 + (x < 0 ? -0.5 : 0.5));
  const double rest = (x - power * kLn2High) - power * kLn2Low;
  double series = 1;
  for (int k = 14; k >= 1; --k) series = 1 + series * rest / k;
  return series * std::bit_cast<double>(static_cast<std::uint64_t>(power + 1023) << 52);
}

/// One number of the standard normal distribution.
double normal_variate(Rng& rng) noexcept;

/// The gamma distribution of a shape above 0 and the scale 1. A small value: what each number needs of the shape is reckoned once.
class GammaDistribution {
 public:
  explicit GammaDistribution(double shape) noexcept;

  double shape() const noexcept { return shape_; }
  double operator()(Rng& rng) const noexcept;

 private:
  double shape_;
  double d_;  ///< Marsaglia and Tsang's names
  double c_;
};

}  // namespace trivium::bandits
