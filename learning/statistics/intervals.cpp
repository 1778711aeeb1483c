#include "learning/statistics/intervals.h"

#include <algorithm>
#include <cmath>

namespace trivium::learning::statistics {

// Computes the distances directly, because (center - half width) would subtract nearly equal
// numbers.
Reach reach_of_mean(double mean, double variance, std::uint64_t units) noexcept {
  const double q = kNormal95 * kNormal95 / static_cast<double>(units);
  const double half = std::sqrt(q * variance + q * q / 4);
  const double shift = q * (0.5 - mean);
  return {.below = std::clamp((half - shift) / (1 + q), 0.0, mean),
          .above = std::clamp((half + shift) / (1 + q), 0.0, 1 - mean)};
}

Estimate share_of(std::uint64_t successes, std::uint64_t trials) noexcept {
  if (trials == 0) return {0, 0, 1};
  const double share = static_cast<double>(successes) / static_cast<double>(trials);
  const auto [below, above] = reach_of_mean(share, share * (1 - share), trials);
  return {share, share - below, share + above};
}

}  // namespace trivium::learning::statistics
