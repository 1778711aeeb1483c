// The model of results finds the numbers that results were drawn by.
#include "learning/tdleaf/results_by_value.h"

#include <cmath>
#include <doctest/doctest.h>

#include "engine/core/rng.h"

using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// Results drawn by a model at values of all sizes.
ResultsByValue drawn(const chess::ExpectationModel& model, int positions) {
  ResultsByValue results;
  Rng rng(7);
  for (int i = 0; i < positions; ++i) {
    const double value = 10 * (static_cast<int>(rng.below(121)) - 60);
    const double chance = rng.unit();
    const double win = sigmoid((value - model.draw_margin) / model.scale), loss = sigmoid((-value - model.draw_margin) / model.scale);
    results.add(value, chance < win ? Outcome::kWin : chance < win + loss ? Outcome::kLoss : Outcome::kDraw);
  }
  return results;
}

}  // namespace

TEST_CASE("the model that results were drawn by is found again") {
  for (const chess::ExpectationModel& model : {chess::ExpectationModel{200, 159}, {90, 20}, {120, 300}, {30, 20}, {40, 60}}) {
    const auto found = drawn(model, 200'000).fit();
    REQUIRE(found);
    CHECK(found->scale == doctest::Approx(model.scale).epsilon(0.03));
    CHECK(found->draw_margin == doctest::Approx(model.draw_margin).epsilon(0.03));
  }
}

TEST_CASE("counts of two sets together are those of both, seen from either side") {
  const ResultsByValue one = drawn({150, 80}, 1'000);
  ResultsByValue twice = one;
  twice.merge(one);
  CHECK(twice.fit()->scale == doctest::Approx(one.fit()->scale));
  ResultsByValue turned, straight;
  for (const int value : {-300, -100, 0, 50, 200, 400}) {
    for (const Outcome outcome : {Outcome::kLoss, Outcome::kDraw, Outcome::kWin, value > 0 ? Outcome::kWin : Outcome::kLoss}) {
      straight.add(value, outcome);
      turned.add(-value, opposite(outcome));
    }
  }
  CHECK(turned.fit()->scale == doctest::Approx(straight.fit()->scale));
  CHECK(turned.fit()->draw_margin == doctest::Approx(straight.fit()->draw_margin));
}

TEST_CASE("results that decide no model give none") {
  CHECK_FALSE(ResultsByValue().fit());
  ResultsByValue no_draws;
  for (int value = -500; value <= 500; value += 10) {
    no_draws.add(value, Outcome::kWin);
    no_draws.add(value, Outcome::kLoss);
  }
  CHECK_FALSE(no_draws.fit());
  ResultsByValue upside_down;
  for (int value = -500; value <= 500; value += 10) {
    upside_down.add(value, value > 0 ? Outcome::kLoss : Outcome::kWin);
    upside_down.add(value, Outcome::kDraw);
    upside_down.add(value, value > 0 ? Outcome::kWin : Outcome::kLoss);
    upside_down.add(value, value > 0 ? Outcome::kLoss : Outcome::kWin);
  }
  CHECK_FALSE(upside_down.fit());
}
