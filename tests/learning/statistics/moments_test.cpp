// Compares moments with sums over the whole list.
#include "learning/statistics/moments.h"

#include <cmath>
#include <doctest/doctest.h>
#include <vector>

#include "engine/core/rng.h"

using doctest::Approx;
using trivium::learning::statistics::Moments;

TEST_CASE("moments agree with sums over the whole list, also far from zero") {
  trivium::Rng rng(1);
  std::vector<double> values;
  Moments moments;
  for (int i = 0; i < 10'000; ++i) {
    values.push_back(1e6 + rng.unit());
    moments.add(values.back());
  }
  double mean = 0;
  for (const double value : values) mean += (value - 1e6) / 10'000;
  double squares = 0;
  for (const double value : values) squares += (value - 1e6 - mean) * (value - 1e6 - mean);
  CHECK(moments.count() == 10'000);
  CHECK(moments.mean() - 1e6 == Approx(mean).epsilon(1e-6));
  CHECK(moments.variance() == Approx(squares / 9'999).epsilon(1e-6));
  CHECK(moments.standard_error() == Approx(std::sqrt(squares / 9'999 / 10'000)).epsilon(1e-6));
}

TEST_CASE("without values or with one value the interval has no bounds") {
  Moments moments;
  CHECK(moments.mean() == 0);
  CHECK(moments.standard_error() == INFINITY);
  moments.add(3);
  CHECK(moments.mean() == 3);
  CHECK(moments.variance() == 0);
  CHECK(moments.standard_error() == INFINITY);
}
