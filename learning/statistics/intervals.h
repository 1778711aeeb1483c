// 95 % intervals, including those of means in [0, 1] (results of games, shares of trials).
//
// n units with the mean s and the variance v = sum (x - s)^2 / n bound their mean by
//
//   (s + q/2 -+ sqrt(q v + q^2/4)) / (1 + q),  q = z^2 / n,  z = 1.96
//
// This is Wilson's interval with the observed variance in place of the binomial s (1 - s). It
// equals Wilson's if every x is 0 or 1, tends to s -+ z sqrt(v / n) for many units, and lies in [0,
// 1]. Its width is positive even if all units are equal: its ends are then the means with a share q
// / (1 + q) of unseen zeros or ones. Source: Wilson 1927.
#pragma once

#include <cstdint>

namespace trivium::learning::statistics {

/// Number of standard errors to either side of a mean in its 95 % interval.
inline constexpr double kNormal95 = 1.959963984540054;

/// A figure with its 95% interval, low <= value <= high; infinite where the data set no bound,
/// never NaN.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// How far the interval of a mean reaches to either side.
struct Reach {
  double below = 0;
  double above = 0;
};

/// Of the mean of at least one unit.
Reach reach_of_mean(double mean, double variance, std::uint64_t units) noexcept;

/// How many of all trials succeed; 0 to 1 where none was made.
Estimate share_of(std::uint64_t successes, std::uint64_t trials) noexcept;

}  // namespace trivium::learning::statistics
