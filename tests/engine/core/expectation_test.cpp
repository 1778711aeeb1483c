#include "engine/core/expectation.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

namespace trivium {
namespace {

TEST_CASE("at the margin half of the games are won, and the chances are symmetric") {
  for (const ExpectationModel& model : {ExpectationModel{200.0, 159.0}, {1.0, 0.5}, {90.0, 20.0}}) {
    CHECK(model.expected(model.draw_margin).win == 500);
    CHECK(model.expected(-model.draw_margin).loss == 500);
    for (double value = -10.0; value <= 10.0; value += 0.25) {
      const double v = value * model.scale;
      const EndChances ours = model.chances(v), theirs = model.chances(-v);
      CHECK(ours.win == theirs.loss);
      CHECK(ours.draw == doctest::Approx(theirs.draw).epsilon(1e-15));
      CHECK(ours.win + ours.draw + ours.loss == doctest::Approx(1.0).epsilon(1e-14));
      const WinDrawLoss expected = model.expected(v);
      CHECK(expected.win + expected.draw + expected.loss == 1000);
    }
  }
}

TEST_CASE("chances follow the formula 1 / (1 + exp((d - v) / k))") {
  const ExpectationModel model{200.0, 159.0};
  CHECK(model.chances(41.0).win ==
        doctest::Approx(1.0 / (1.0 + std::exp((159.0 - 41.0) / 200.0))).epsilon(1e-14));
  CHECK(model.chances(41.0).loss ==
        doctest::Approx(1.0 / (1.0 + std::exp((159.0 + 41.0) / 200.0))).epsilon(1e-14));
}

TEST_CASE("without a margin there are no draws, with an infinite one only draws") {
  const WinDrawLoss even = ExpectationModel().expected(0.0);
  CHECK(even.win == 500);
  CHECK(even.draw == 0);
  CHECK(
      ExpectationModel{.draw_margin = std::numeric_limits<double>::infinity()}.expected(3.0).draw ==
      1000);
  CHECK(ExpectationModel().expected(std::log(0.0005 / 0.9995)).draw ==
        0);  // both halves: 0.5 and 999.5
}

}  // namespace
}  // namespace trivium
