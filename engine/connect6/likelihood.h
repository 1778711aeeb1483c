// Probabilities as what a search pays for them: a turn costs minus the logarithm of its probability.
//
// In whole sixteenths of a bit, so that depths are integers and equal on every machine. The functions use additions, multiplications and
// exact scalings alone, whose results every machine agrees on; those of the standard library may differ in the last place.
// Source: Tsuruoka, Yokoyama and Chikayama, "Game-tree search algorithm based on realization probability" (ICGA Journal 25(3), 2002).
#pragma once

#include <cmath>

namespace trivium::connect6 {

using Cost = int;

/// The cost of a probability of one half.
inline constexpr Cost kBit = 16;
/// No probability costs more.
inline constexpr Cost kMaxCost = 64 * kBit;

/// The cost of `probability` (at most 1), rounded to nearest.
inline Cost cost_of(double probability) noexcept {
  if (probability <= 0.0) return kMaxCost;
  constexpr double kRootOfHalf = 0.70710678118654752;
  constexpr double kTwoByLn2 = 2.8853900817779268;
  int exponent = 0;
  const double mantissa = std::frexp(probability, &exponent);  // in [1/2, 1)
  const double t = (mantissa - kRootOfHalf) / (mantissa + kRootOfHalf);
  const double square = t * t;
  const double log2 = exponent - 0.5 + kTwoByLn2 * t * (1.0 + square * (1.0 / 3 + square * (1.0 / 5 + square / 7)));
  const double cost = -log2 * kBit + 0.5;
  return cost <= 0.0 ? 0 : cost >= kMaxCost ? kMaxCost : static_cast<Cost>(cost);
}

/// Two to the power of `exponent`, which is at most 1000 in size, to within a part in 10^6.
inline double power_of_two(double exponent) noexcept {
  const int whole = static_cast<int>(exponent < 0 ? exponent - 0.5 : exponent + 0.5);
  const double x = (exponent - whole) * 0.69314718055994531;  // in [-0.35, 0.35]
  const double fraction = 1.0 + x * (1.0 + x / 2 * (1.0 + x / 3 * (1.0 + x / 4 * (1.0 + x / 5 * (1.0 + x / 6)))));
  return std::ldexp(fraction, whole);
}

/// The probability that costs `cost`.
inline double probability_of(Cost cost) noexcept { return power_of_two(-static_cast<double>(cost) / kBit); }

}  // namespace trivium::connect6
