#include "engine/core/logistic.h"

#include <doctest/doctest.h>

using namespace trivium;

TEST_CASE("the logistic function and its loss have their defining values") {
  for (const double score : {-30.0, -2.5, -1e-9, 0.0, 1e-9, 0.7, 30.0}) {
    CAPTURE(score);
    const double p = 1.0 / (1.0 + std::exp(-score));
    CHECK(logistic(score) == doctest::Approx(p).epsilon(1e-14));
    CHECK(logistic_loss(score, 1.0) == doctest::Approx(-std::log(p)));
    CHECK(logistic_loss(score, 0.0) == doctest::Approx(-std::log(1.0 / (1.0 + std::exp(score)))));
    CHECK(logistic_loss(score, 0.25) ==
          doctest::Approx(0.25 * logistic_loss(score, 1.0) + 0.75 * logistic_loss(score, 0.0)));
  }
}

TEST_CASE("both formulas of the logistic function agree up to rounding") {
  for (double score = -40.0; score <= 40.0; score += 0.37) {
    CHECK(plain_logistic(score) == doctest::Approx(logistic(score)).epsilon(1e-14));
    if (score >= 0.0) CHECK(plain_logistic(score) == logistic(score));
    CHECK(softplus(score) == doctest::Approx(-std::log(logistic(-score))).epsilon(1e-12));
  }
  CHECK(plain_logistic(-1e308) == 0.0);
  CHECK(plain_logistic(1e308) == 1.0);
  CHECK(softplus(1e308) == 1e308);
  CHECK(softplus(-1e308) == 0.0);
}

TEST_CASE("no score overflows") {
  CHECK(logistic(1e308) == 1.0);
  CHECK(logistic(-1e308) == 0.0);
  CHECK(logistic_loss(1e6, 1.0) == 0.0);
  CHECK(logistic_loss(1e6, 0.0) == 1e6);
  CHECK(logistic_loss(-1e6, 1.0) == 1e6);
}
