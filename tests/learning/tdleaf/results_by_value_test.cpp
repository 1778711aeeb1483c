// The fit of the model of results recovers the parameters that generated the results.
#include "learning/tdleaf/results_by_value.h"

#include <cmath>
#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "learning/harness/shards.h"

using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// Returns results that a model generated for values of all sizes.
ResultsByValue drawn(const ExpectationModel& model, int positions) {
  ResultsByValue results;
  Rng rng(7);
  for (int i = 0; i < positions; ++i) {
    const double value = 10 * (static_cast<int>(rng.below(121)) - 60);
    const double chance = rng.unit();
    const double win = sigmoid((value - model.draw_margin) / model.scale),
                 loss = sigmoid((-value - model.draw_margin) / model.scale);
    results.add(value, chance < win          ? Outcome::kWin
                       : chance < win + loss ? Outcome::kLoss
                                             : Outcome::kDraw);
  }
  return results;
}

void add(ResultsByValue& results, double value, Outcome outcome, std::uint64_t times) {
  for (; times > 0; --times) results.add(value, outcome);
}

}  // namespace

TEST_CASE("the model that generated the results is recovered") {
  for (const ExpectationModel& model :
       {ExpectationModel{200, 159}, {90, 20}, {120, 300}, {30, 20}, {40, 60}}) {
    const auto found = drawn(model, 200'000).fit();
    REQUIRE(found);
    CHECK(found->scale == doctest::Approx(model.scale).epsilon(0.03));
    CHECK(found->draw_margin == doctest::Approx(model.draw_margin).epsilon(0.03));
  }
}

TEST_CASE("counts of two sets add up, from the view of either side") {
  ResultsByValue one = drawn({150, 80}, 20'000);
  ResultsByValue twice = one;
  learning::add_to(twice, one);
  CHECK(twice.fit()->scale == doctest::Approx(one.fit()->scale));
  ResultsByValue turned, straight;
  for (const int value : {-300, -100, 0, 50, 200, 400}) {
    for (const Outcome outcome : {Outcome::kLoss, Outcome::kDraw, Outcome::kWin,
                                  value > 0 ? Outcome::kWin : Outcome::kLoss}) {
      add(straight, value, outcome, 500);
      add(turned, -value, opposite(outcome), 500);
    }
  }
  CHECK(turned.fit()->scale == doctest::Approx(straight.fit()->scale));
  CHECK(turned.fit()->draw_margin == doctest::Approx(straight.fit()->draw_margin));
}

TEST_CASE("results that do not determine a model give none") {
  CHECK_FALSE(ResultsByValue().fit());
  ResultsByValue no_draws, draws_only, one_win, upside_down;
  for (int value = -500; value <= 500; value += 10) {
    add(no_draws, value, Outcome::kWin, 100);
    add(no_draws, value, Outcome::kLoss, 100);
    add(draws_only, value, Outcome::kDraw, 100);
    add(one_win, value, Outcome::kDraw, 100);
    add(upside_down, value, value > 0 ? Outcome::kLoss : Outcome::kWin, 200);
    add(upside_down, value, Outcome::kDraw, 100);
    add(upside_down, value, value > 0 ? Outcome::kWin : Outcome::kLoss, 100);
  }
  CHECK_FALSE(no_draws.fit());
  CHECK_FALSE(draws_only.fit());
  add(one_win, 300, Outcome::kWin, 80);  // the positions of a game
  CHECK_FALSE(one_win.fit());
  CHECK_FALSE(upside_down.fit());
}

TEST_CASE("each result must occur in about two dozen games to determine a model") {
  for (const Outcome rare : {Outcome::kLoss, Outcome::kDraw, Outcome::kWin}) {
    ResultsByValue results;
    for (const Outcome result : {Outcome::kLoss, Outcome::kDraw, Outcome::kWin}) {
      const double usual = 100 * static_cast<int>(result);
      add(results, usual - 100, result, result == rare ? 1 : 10 * ResultsByValue::kMin);
      add(results, usual + 100, result, ResultsByValue::kMin - (result == rare ? 2 : 0));
    }
    CHECK_FALSE(results.fit());
    results.add(0, rare);
    CHECK(results.fit());
  }
}

TEST_CASE("implausible parameters are rejected") {
  const ExpectationModel nearly_all_drawn{1000, 4000};
  CHECK_FALSE(chess::plausible(nearly_all_drawn));
  CHECK_FALSE(drawn(nearly_all_drawn, 500'000).fit());
}
