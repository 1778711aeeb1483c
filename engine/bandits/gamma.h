// Gamma and normal variates: the same stream on every machine for a seed, and fast.
//
// The distributions of <random> and the logarithms of <cmath> differ between libraries in their last bits, and one bit is enough for two
// machines to play different moves. So there are a logarithm and an exponential of additions, multiplications and divisions alone, which
// IEEE 754 rounds in one way everywhere (and the build forbids fused ones); the normal comes from a ziggurat of 256 layers, the gamma from
// it by rejection. Both are exact: nothing is approximated but the tables' last digits (1e-12 of the area).
// Sources: Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM TOMS 26(3), 2000); Doornik, "An improved ziggurat
// method to generate normal random samples" (2005).
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
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
  // 2 artanh(s) as a series of odd powers, its terms in two chains that a processor takes side by side.
  const double s = (mantissa - 1) / (mantissa + 1), z = s * s, z2 = z * z;
  const double even = 1.0 / 3 + z2 * (1.0 / 7 + z2 * (1.0 / 11 + z2 * (1.0 / 15 + z2 * (1.0 / 19 + z2 * (1.0 / 23)))));
  const double odd = 1.0 / 5 + z2 * (1.0 / 9 + z2 * (1.0 / 13 + z2 * (1.0 / 17 + z2 * (1.0 / 21))));
  return exponent * kLn2High + (2 * s + (2 * s * (z * (even + z * odd)) + exponent * kLn2Low));
}

/// e to the power of `x`, to about 2 units in the last place; 0 below -700, and no more than e^700.
constexpr double steady_exp(double x) noexcept {
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33, kPerLn2 = 1.4426950408889634;
  if (x < -700) return 0;
  if (x > 700) x = 700;
  const auto power = static_cast<int>(x * kPerLn2 + (x < 0 ? -0.5 : 0.5));
  const double rest = (x - power * kLn2High) - power * kLn2Low, z = rest * rest;
  // Taylor's series but for 1 + rest, again in two chains.
  const double even =
      1.0 / 2 +
      z * (1.0 / 24 + z * (1.0 / 720 + z * (1.0 / 40320 + z * (1.0 / 3628800 + z * (1.0 / 479001600 + z * (1 / 87178291200.0))))));
  const double odd = 1.0 / 6 + z * (1.0 / 120 + z * (1.0 / 5040 + z * (1.0 / 362880 + z * (1.0 / 39916800 + z * (1 / 6227020800.0)))));
  return (1 + (rest + z * (even + rest * odd))) * std::bit_cast<double>(static_cast<std::uint64_t>(power + 1023) << 52);
}

/// A layer of the ziggurat, as the quick way needs it.
struct NormalLayer {
  double scale;  ///< its right end, over 2^53
  double inner;  ///< the right end of the layer above: what is left of that is surely below the curve
};
inline constexpr std::size_t kNormalLayers = 256;
extern const std::array<NormalLayer, kNormalLayers> kNormalTable;

/// What is left of normal_variate() where `bits` fell beside the quick way, once in a hundred times.
double normal_beside(std::uint64_t bits, Rng& rng) noexcept;

/// One number of the standard normal distribution.
inline double normal_variate(Rng& rng) noexcept {
  const std::uint64_t bits = rng();
  const NormalLayer& layer = kNormalTable[bits % kNormalLayers];
  const double x = static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * layer.scale;
  if (std::fabs(x) < layer.inner) [[likely]]
    return x;
  return normal_beside(bits, rng);
}

/// The gamma distribution of a shape above 0 and the scale 1. A small value: what each number needs of the shape is reckoned once.
class GammaDistribution {
 public:
  explicit GammaDistribution(double shape) noexcept
      : shape_(shape), d_((shape < 1 ? shape + 1 : shape) - 1.0 / 3), c_(1 / std::sqrt(9 * d_)) {}

  double shape() const noexcept { return shape_; }

  double operator()(Rng& rng) const noexcept {
    const double x = normal_variate(rng), u = 1 - rng.unit(), bend = c_ * (x * x);
    // A squeeze: surely taken. Marsaglia and Tsang have 0.0331 x^4 for every shape, which is this for the least, d = 2 / 3. With z = c x
    // the chance that x is taken is exp(d g(z)), g <= 0, and (1 - exp(d g)) / d falls with d: their bound may fall as 1 / d too.
    if (u < 1 - kSqueeze * (bend * bend) && shape_ >= 1) [[likely]] {
      const double root = 1 + c_ * x;
      return d_ * (root * root * root);
    }
    return beside(x, u, rng);
  }

 private:
  /// The rest of the way, from the first `x` and `u` on.
  double beside(double x, double u, Rng& rng) const noexcept;

  static constexpr double kSqueeze = 0.0331 * 6;  // with c^2 = 1 / (9 d)

  double shape_;
  double d_;  ///< Marsaglia and Tsang's names
  double c_;
};

}  // namespace trivium::bandits
