// The ridge penalty: its value by hand, and its derivatives by differences.
#include "learning/statistics/ridge.h"

#include <doctest/doctest.h>
#include <initializer_list>

using namespace trivium::learning::statistics;
using doctest::Approx;

TEST_CASE("a ridge is half its strength times the squared distance from its center") {
  const Ridge ridge{3, 2};
  CHECK(ridge.penalty(6) == 24);
  CHECK(ridge.penalty(-2) == 24);
  CHECK(ridge.slope(6) == 12);
  CHECK(ridge.penalty(2) == 0);
  CHECK(ridge.slope(2) == 0);
  CHECK(Ridge{}.penalty(6) == 0);
  CHECK(Ridge{4}.penalty(3) == 18);
}

TEST_CASE("slope and strength are the first and the second derivative of the penalty") {
  constexpr double kStep = 1e-3;
  const Ridge ridge{0.7, -1.3};
  for (const double x : {-5.0, -1.3, 0.0, 2.5}) {
    CHECK((ridge.penalty(x + kStep) - ridge.penalty(x - kStep)) / (2 * kStep) ==
          Approx(ridge.slope(x)));
    CHECK((ridge.slope(x + kStep) - ridge.slope(x - kStep)) / (2 * kStep) ==
          Approx(ridge.strength));
  }
}
