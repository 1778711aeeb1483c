#include "learning/statistics/intervals.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>

namespace trivium::learning::statistics {

using doctest::Approx;

TEST_CASE("shares have the intervals that Newcombe publishes for Wilson's method") {
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, without
  // continuity correction.
  struct Published {
    std::uint64_t successes, trials;
    double low, high;
  };
  for (const Published& published :
       {Published{81, 263, 0.2553, 0.3662}, Published{15, 148, 0.0624, 0.1605},
        Published{0, 20, 0, 0.1611}, Published{1, 29, 0.0061, 0.1718}}) {
    CAPTURE(published.successes);
    const Estimate share = share_of(published.successes, published.trials);
    CHECK(share.value ==
          Approx(static_cast<double>(published.successes) / static_cast<double>(published.trials)));
    CHECK(share.low == Approx(published.low).scale(1).epsilon(5e-5));
    CHECK(share.high == Approx(published.high).scale(1).epsilon(5e-5));
  }
}

TEST_CASE(
    "the interval of the complement is the mirror image, and without trials it is everything") {
  const Estimate share = share_of(3, 10), rest = share_of(7, 10);
  CHECK(share.low == Approx(1 - rest.high));
  CHECK(share.high == Approx(1 - rest.low));
  CHECK(share_of(20, 20).high == 1);
  CHECK(share_of(0, 0).low == 0);
  CHECK(share_of(0, 0).high == 1);
}

}  // namespace trivium::learning::statistics
