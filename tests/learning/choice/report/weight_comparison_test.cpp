#include "learning/choice/report/weight_comparison.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/learning/choice/support.h"

namespace trivium::learning::choice {
namespace {

using doctest::Approx;

Fit fit_of(std::vector<double> weights, std::vector<double> standard_errors) {
  Fit fit;
  fit.weights = std::move(weights);
  fit.standard_errors = std::move(standard_errors);
  return fit;
}

WeightDifference difference_between(double own, double own_error, double others,
                                    double others_error) {
  return compare_weights(fit_of({own}, {own_error}), fit_of({others}, {others_error}))
      .differences.front();
}

}  // namespace

TEST_CASE("the variance of a difference is the sum of both variances") {
  const WeightDifference difference = difference_between(1.5, 0.3, 1.0, 0.4);
  CHECK(difference.value == Approx(0.5));
  CHECK(difference.standard_error == Approx(0.5));
  CHECK(difference.size() == Approx(1));
  CHECK(difference.estimate().low == Approx(0.5 - 0.5 * statistics::kNormal95));
  CHECK(difference.estimate().high == Approx(0.5 + 0.5 * statistics::kNormal95));
  CHECK(difference.verdict == Verdict::kUnclear);
}

TEST_CASE("a difference is given relative to the others' weight only if that is clearly not zero") {
  CHECK(!difference_between(1.0, 0.1, 0.29, 0.1).relative);
  CHECK(difference_between(1.0, 0.1, 0.31, 0.1).relative);
  CHECK(difference_between(1.23, 0.01, 1.0, 0.001).relative->value == Approx(0.23));
  CHECK(difference_between(-0.8, 0.01, -0.5, 0.001).relative->value == Approx(-0.6));
}

TEST_CASE(
    "if the others' weight is almost exact, the relative interval is that of the difference") {
  const statistics::Estimate part = *difference_between(1.2, 0.05, 2.0, 1e-9).relative;
  CHECK(part.low == Approx((-0.8 - statistics::kNormal95 * 0.05) / 2).epsilon(1e-6));
  CHECK(part.high == Approx((-0.8 + statistics::kNormal95 * 0.05) / 2).epsilon(1e-6));
  const statistics::Estimate mirrored = *difference_between(-1.2, 0.05, -2.0, 1e-9).relative;
  CHECK(mirrored.low == Approx(-part.high));
  CHECK(mirrored.high == Approx(-part.low));
}

TEST_CASE(
    "the relative interval is Fieller's and excludes zero if and only if the plain one does") {
  for (const double own : {-1.0, 0.4, 0.9, 0.998, 1.002, 1.3, 5.0}) {
    for (const double others_error : {0.001, 0.1, 0.3}) {
      CAPTURE(own);
      CAPTURE(others_error);
      const WeightDifference difference = difference_between(own, 0.05, 1.0, others_error);
      const statistics::Estimate part = *difference.relative;
      CHECK(part.low < part.value);
      CHECK(part.value < part.high);
      CHECK((part.low > 0 || part.high < 0) == difference.excludes_zero());
      for (const double end : {part.low, part.high}) {
        const double ratio = 1 + end;
        CHECK(std::abs(own - ratio) ==
              Approx(statistics::kNormal95 * std::hypot(0.05, ratio * others_error)));
      }
    }
  }
}

TEST_CASE("differences are sorted by size in standard errors, with unknown ones last") {
  const WeightComparison compared = compare_weights(fit_of({1, 2, 9, 1}, {0.1, 0.1, 0, 0.01}),
                                                    fit_of({1, 1, 1, 0}, {0.1, 0.1, 0.1, 0.01}));
  std::vector<std::size_t> order;
  for (const WeightDifference& difference : compared.differences)
    order.push_back(difference.attribute);
  CHECK(order == std::vector<std::size_t>{3, 1, 0, 2});
  CHECK(compared.known == 3);
  CHECK(compared.clear == 2);
  CHECK(compared.differences.back().verdict == Verdict::kUnknown);
  CHECK(!compared.differences.back().known());
}

TEST_CASE("a difference with a value that is not finite is unknown") {
  constexpr double kInfinite = std::numeric_limits<double>::infinity(),
                   kNone = std::numeric_limits<double>::quiet_NaN();
  CHECK(!difference_between(kNone, 0.1, 1, 0.1).known());
  CHECK(!difference_between(1, kInfinite, 1, 0.1).known());
  CHECK(!difference_between(1, 0.1, 1, kNone).known());
  CHECK(!difference_between(1.7e308, 0.1, -1.7e308, 0.1).known());
}

TEST_CASE("with many attributes, a clear difference must pass the Bonferroni limit") {
  std::vector<double> own(1000, 1.0), errors(1000, 0.1), others(1000, 1.0), sure(1000, 1e-6);
  own[7] = 1.38;  // 3.8 standard errors: p = 1 / 6,900
  own[8] = 0.55;  // 4.5 standard errors: p = 1 / 147,000; the limit is 1 / 20,000
  own[9] = 1.45;
  const WeightComparison compared = compare_weights(fit_of(own, errors), fit_of(others, sure));
  CHECK(compared.strict);
  CHECK(compared.clear == 2);
  CHECK(compared.outside == 3);
  CHECK(compared.differences[0].verdict == Verdict::kLess);
  CHECK(compared.differences[1].verdict == Verdict::kMore);
  CHECK(compared.differences[2].verdict == Verdict::kPerhapsMore);
  CHECK(difference_between(1.38, 0.1, 1.0, 1e-6).verdict == Verdict::kMore);
}

TEST_CASE("comparing different numbers of weights or errors is an error") {
  CHECK_THROWS_AS(compare_weights(fit_of({1}, {0.1}), fit_of({1, 2}, {0.1, 0.1})),
                  std::invalid_argument);
  CHECK_THROWS_AS(compare_weights(fit_of({1}, {}), fit_of({1}, {0.1})), std::invalid_argument);
}

}  // namespace trivium::learning::choice
