// Sums that measure predictions: their means by hand.
#include "learning/statistics/evidence.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace trivium::learning::statistics;
using doctest::Approx;

TEST_CASE("choices have a mean log-likelihood, with and without a model, and a compression") {
  ChoiceEvidence sums;
  sums.add(std::log(0.5), 4);  // half of the information of a choice among four
  CHECK(sums.compression() == Approx(0.5));
  sums.add(0, 2);
  sums.first += 1;
  CHECK(sums.cases == 2);
  CHECK(sums.mean() == Approx(std::log(0.5) / 2));
  CHECK(sums.mean_uniform() == Approx(-std::log(8) / 2));
  CHECK(sums.compression() == Approx(1.0 / 3));
  CHECK(sums.accuracy() == 0.5);
}

TEST_CASE("sums of two sets of cases are those of all cases") {
  ChoiceEvidence choices{2, -3, -4, 0.5};
  choices += {1, -1, -2, 1};
  CHECK(choices.cases == 3);
  CHECK(choices.log_likelihood == -4);
  CHECK(choices.uniform == -6);
  CHECK(choices.first == 1.5);
  ResultEvidence results{2, 1, 1.5, {0.75, 1}, {0.5, 0}};
  results += {2, 3, 0.5, {1.25, 2}, {0.25, 1}};
  CHECK(results.mean_loss() == 1);
  CHECK(results.accuracy() == 0.5);
  CHECK(results.won.predicted == 2);
  CHECK(results.won.occurred == 3);
  CHECK(results.drawn.predicted == 0.75);
  CHECK(results.drawn.occurred == 1);
}

TEST_CASE("without cases, means are 0 and nothing is compressed") {
  CHECK(mean_of(3, 0) == 0);
  CHECK(ChoiceEvidence{}.mean() == 0);
  CHECK(ChoiceEvidence{}.accuracy() == 0);
  CHECK(ChoiceEvidence{}.compression() == 1);
  CHECK(ResultEvidence{}.mean_loss() == 0);
}
