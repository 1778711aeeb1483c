// Logarithms and exponentials that are equal on every machine.
//
// The functions of <cmath> differ between libraries in their last bits, and one bit is enough for
// two machines to play different moves. The functions here use only additions, multiplications,
// divisions and exact scalings, which IEEE 754 rounds in the same way everywhere (the build forbids
// fused operations).
//
// There are three kinds. Signatures and weights depend on the last bit, so replacing one kind by
// another would change results.
// - steady_log, steady_exp: full precision, for random samples
// - steady_log2, steady_exp2: short series, which a search evaluates for each move
// - log2_1024: a logarithm of integers, for tables
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace trivium {

/// Returns the natural logarithm of `x`, to about 2 units in the last place.
/// Requires: `x` is positive and normal.
constexpr double steady_log(double x) noexcept {
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    ++exponent;
  }
  // 2 artanh(s) as a series of odd powers, in two chains of terms that a processor computes in
  // parallel.
  const double s = (mantissa - 1) / (mantissa + 1), z = s * s, z2 = z * z;
  const double even =
      1.0 / 3 +
      z2 * (1.0 / 7 + z2 * (1.0 / 11 + z2 * (1.0 / 15 + z2 * (1.0 / 19 + z2 * (1.0 / 23)))));
  const double odd = 1.0 / 5 + z2 * (1.0 / 9 + z2 * (1.0 / 13 + z2 * (1.0 / 17 + z2 * (1.0 / 21))));
  return exponent * kLn2High + (2 * s + (2 * s * (z * (even + z * odd)) + exponent * kLn2Low));
}

/// Returns e to the power of `x`, to about 2 units in the last place; 0 if `x` is below -700, and
/// at most e^700.
constexpr double steady_exp(double x) noexcept {
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr double kPerLn2 = 1.4426950408889634;
  if (x < -700) return 0;
  if (x > 700) x = 700;
  const auto power = static_cast<int>(x * kPerLn2 + (x < 0 ? -0.5 : 0.5));
  const double rest = (x - power * kLn2High) - power * kLn2Low, z = rest * rest;
  // The Taylor series without 1 + rest, again in two chains.
  const double even =
      1.0 / 2 +
      z * (1.0 / 24 + z * (1.0 / 720 + z * (1.0 / 40320 +
                                            z * (1.0 / 3628800 + z * (1.0 / 479001600 +
                                                                      z * (1 / 87178291200.0))))));
  const double odd =
      1.0 / 6 +
      z * (1.0 / 120 +
           z * (1.0 / 5040 + z * (1.0 / 362880 + z * (1.0 / 39916800 + z * (1 / 6227020800.0)))));
  return (1 + (rest + z * (even + rest * odd))) *
         std::bit_cast<double>(static_cast<std::uint64_t>(power + 1023) << 52);
}

/// Returns the binary logarithm of `x`, with an error below 10^-7. Requires: `x` is positive and
/// finite.
inline double steady_log2(double x) noexcept {
  constexpr double kRootOfHalf = 0.70710678118654752;
  constexpr double kTwoByLn2 = 2.8853900817779268;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
  const double t = (mantissa - kRootOfHalf) / (mantissa + kRootOfHalf);
  const double square = t * t;
  return exponent - 0.5 +
         kTwoByLn2 * t * (1.0 + square * (1.0 / 3 + square * (1.0 / 5 + square / 7)));
}

/// Returns 2 to the power of `exponent`, with a relative error below 10^-6. Requires: `exponent` is
/// in [-1000, 1000].
inline double steady_exp2(double exponent) noexcept {
  const int whole = static_cast<int>(exponent < 0 ? exponent - 0.5 : exponent + 0.5);
  const double x = (exponent - whole) * 0.69314718055994531;  // in [-0.35, 0.35]
  const double fraction =
      1.0 + x * (1.0 + x / 2 * (1.0 + x / 3 * (1.0 + x / 4 * (1.0 + x / 5 * (1.0 + x / 6)))));
  return std::ldexp(fraction, whole);
}

/// Returns the binary logarithm of `number` in units of 1/1024, rounded down, by repeated squaring
/// of integers. Requires: `number` is in [1, 2^34).
constexpr int log2_1024(std::uint64_t number) noexcept {
  const int whole = static_cast<int>(std::bit_width(number)) - 1;
  std::uint64_t mantissa = (number << 30) >> whole;  // in [1, 2), 30 fractional bits
  int fraction = 0;
  for (int i = 0; i < 10; ++i) {
    mantissa = (mantissa * mantissa) >> 30;
    fraction *= 2;
    if (mantissa >= (std::uint64_t{2} << 30)) {
      mantissa >>= 1;
      fraction += 1;
    }
  }
  return 1024 * whole + fraction;
}

}  // namespace trivium
