#include "engine/core/steady_math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "engine/core/signature.h"

namespace trivium {
namespace {

/// Returns how many units in the last place `found` is from `exact`.
double units_between(double found, double exact) {
  const double unit = std::nextafter(std::fabs(exact), HUGE_VAL) - std::fabs(exact);
  return std::fabs(found - exact) / unit;
}

TEST_CASE("steady_log and steady_exp differ from the library by a few units in the last place") {
  Rng rng(1);
  double log_worst = 0, exp_worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double scaled = std::ldexp(1 + rng.unit(), static_cast<int>(rng.below(2000)) - 1000);
    const double near_one = 0.75 + 0.5 * rng.unit();
    for (const double x : {scaled, near_one})
      log_worst = std::max(log_worst, units_between(steady_log(x), std::log(x)));
    const double wide = (2 * rng.unit() - 1) * 690, narrow = (2 * rng.unit() - 1) * 2;
    for (const double x : {wide, narrow})
      exp_worst = std::max(exp_worst, units_between(steady_exp(x), std::exp(x)));
  }
  CHECK(log_worst <= 3);
  CHECK(exp_worst <= 2);
  CHECK(steady_log(1) == 0);
  CHECK(steady_exp(0) == 1);
  CHECK(steady_exp(-701) == 0);
  CHECK(steady_exp(1e9) == steady_exp(700));
}

TEST_CASE("the short series are as precise as documented") {
  Rng rng(2);
  double log_worst = 0, exp_worst = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(1 + rng.unit(), static_cast<int>(rng.below(2000)) - 1000);
    log_worst = std::max(log_worst, std::fabs(steady_log2(x) - std::log2(x)));
    const double exponent = (2 * rng.unit() - 1) * 1000;
    exp_worst = std::max(exp_worst, std::fabs(steady_exp2(exponent) / std::exp2(exponent) - 1));
  }
  CHECK(log_worst < 1e-7);
  CHECK(exp_worst < 1e-6);
}

TEST_CASE("the logarithm of an integer is rounded down to 1/1024") {
  CHECK(log2_1024(1) == 0);
  CHECK(log2_1024(2) == 1024);
  CHECK(log2_1024(3) == 1623);  // 1024 x 1.58496
  for (std::uint64_t number = 1; number < 2000; ++number) {
    const double exact = 1024 * std::log2(static_cast<double>(number));
    REQUIRE(log2_1024(number) <= exact + 1e-4);
    REQUIRE(log2_1024(number) > exact - 1.0001);
  }
}

TEST_CASE("every machine and every kernel computes the same logarithms and exponentials") {
  Rng rng(3);
  Signature signature;
  for (int i = 0; i < 20000; ++i) {
    const double x = 1e-3 + 1e3 * rng.unit();
    for (const double y :
         {steady_log(x), steady_log2(x), steady_exp(x - 500), steady_exp2(x - 500)})
      signature.add_bytes(std::bit_cast<std::uint64_t>(y));
  }
  CHECK(signature.value() == 0x2ab8267da64c1698ULL);
}

}  // namespace
}  // namespace trivium
