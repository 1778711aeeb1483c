// 95 % confidence intervals of means in [0, 1] (results of games, shares of trials).
//
// n units with the mean s and the variance v = sum (x - s)^2 / n bound their mean by
//
//   (s + q/2 -+ sqrt(q v + q^2/4)) / (1 + q),  q = z^2 / n,  z = 1.96
//
// This is Wilson's interval with the observed variance in place of the binomial s (1 - s). It lies
// in [0, 1], equals Wilson's if every x is 0 or 1, and tends to s -+ z sqrt(v / n) for many units.
// Its width is positive even if all units are equal; its ends are then the means of samples in
// which a share q / (1 + q) is replaced by zeros or by ones.
// Source: Wilson 1927.
#pragma once

#include <cstdint>

namespace trivium::learning::statistics {

/// Number of standard errors to either side of a mean in its 95 % interval.
inline constexpr double kNormal95 = 1.959963984540054;

/// A figure with its 95 % interval. low <= value <= high; an end is infinite if the data set no
/// bound. Never NaN.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Distances of the ends of an interval from the mean, both at least 0.
struct Reach {
  double below = 0;
  double above = 0;
};

/// Returns the reach of the 95 % interval of a mean in [0, 1]. `mean`, `variance` and `units` are
/// s, v and n above. Requires: units > 0.
Reach reach_of_mean(double mean, double variance, std::uint64_t units) noexcept;

/// Returns the share of successful trials, with its interval in [0, 1]; value 0 and interval [0, 1]
/// without trials. Requires: successes <= trials.
Estimate share_of(std::uint64_t successes, std::uint64_t trials) noexcept;

}  // namespace trivium::learning::statistics
