// Fast gamma and normal variates. Equal seeds give equal streams on every machine.
//
// The distributions of <random> differ between libraries, and one bit is enough for two machines to
// play different moves. Here normal variates come from a ziggurat of 256 layers, and gamma variates
// from these by rejection, with the functions of steady_math.h. Both distributions are exact,
// except for the last digits of the tables (1e-12 of the area).
//
// Sources: Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM TOMS 26(3),
// 2000); Doornik, "An improved ziggurat method to generate normal random samples" (2005).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/core/rng.h"

namespace trivium::bandits {

/// Layer of the ziggurat, in the form that the fast path uses.
struct NormalLayer {
  double scale;  ///< right end of the layer, divided by 2^53
  double inner;  ///< right end of the layer above; every point left of it is below the curve
};
inline constexpr std::size_t kNormalLayers = 256;
extern const std::array<NormalLayer, kNormalLayers> kNormalTable;

/// Slow path of normal_variate(), taken in about 1 % of calls.
double normal_slow_path(std::uint64_t bits, Rng& rng) noexcept;

/// Returns a variate of the standard normal distribution.
inline double normal_variate(Rng& rng) noexcept {
  const std::uint64_t bits = rng();
  const NormalLayer& layer = kNormalTable[bits % kNormalLayers];
  const double x = static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * layer.scale;
  if (std::fabs(x) < layer.inner) [[likely]]
    return x;
  return normal_slow_path(bits, rng);
}

/// Gamma distribution of scale 1. Computes the constants of its shape once. Requires: `shape` > 0.
class GammaDistribution {
 public:
  explicit GammaDistribution(double shape) noexcept
      : shape_(shape), d_((shape < 1 ? shape + 1 : shape) - 1.0 / 3), c_(1 / std::sqrt(9 * d_)) {}

  double shape() const noexcept { return shape_; }

  double operator()(Rng& rng) const noexcept {
    const double x = normal_variate(rng), u = 1 - rng.unit(), bend = c_ * (x * x);
    // Squeeze test: accepts without a logarithm if u < 1 - b x^4. Marsaglia and Tsang use b =
    // 0.0331 for every shape. That is the value for the smallest shape, d = 2 / 3; here b falls as
    // 1 / d, so larger shapes accept more often. This is valid: with z = c x the acceptance
    // probability is exp(d g(z)), g <= 0, and (1 - exp(d g)) / d falls with d.
    if (u < 1 - kSqueeze * (bend * bend) && shape_ >= 1) [[likely]] {
      const double root = 1 + c_ * x;
      return d_ * (root * root * root);
    }
    return slow_path(x, u, rng);
  }

 private:
  /// Slow path of operator(), continuing with the first `x` and `u`.
  double slow_path(double x, double u, Rng& rng) const noexcept;

  static constexpr double kSqueeze = 0.0331 * 6;  // b = kSqueeze c^2, and c^2 = 1 / (9 d)

  double shape_;
  double d_;  ///< Marsaglia and Tsang's names
  double c_;
};

}  // namespace trivium::bandits
