// Gamma and normal variates: the same stream on every machine for a seed, and fast.
//
// The distributions of <random> differ between libraries, and one bit is enough for two machines to play different moves. Here the normal
// comes from a ziggurat of 256 layers, the gamma from it by rejection, with the functions of steady_math.h. Both are exact: nothing is
// approximated but the tables' last digits (1e-12 of the area).
// Sources: Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM TOMS 26(3), 2000); Doornik, "An improved ziggurat
// method to generate normal random samples" (2005).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/core/rng.h"

namespace trivium::bandits {

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
