// Compares the derivatives of the objective with difference quotients, and checks the conditions of
// its optimum.
#include "learning/outcome/logistic.h"

#include <cmath>
#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "tests/learning/outcome/support.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::outcome;
using namespace trivium;

namespace {

struct WonGames {
  explicit WonGames(std::size_t count = 60)
      : games(write_won_games(folder / "games.c6", count), {1, 0.0, 0}) {}

  TemporaryFolder folder;
  records::GameSet games;
  Shards shards{4, 1};
  Ridges ridges{0.5, 2.0, 3.0};

  Problem problem(Stage stage) const {
    return Problem(games, stage, ridges, 0, Parameters(kParameters), shards);
  }

  /// Returns a random direction among the parameters of the stage; equal seeds give equal ones.
  Parameters drawn(const Problem& problem, std::uint64_t seed) const {
    Rng rng(seed);
    Parameters parameters(kParameters);
    for (std::size_t i = 0; i < kParameters; ++i) {
      const double number = rng.unit() - 0.5;
      if (problem.moves(i)) parameters[i] = 0.02 * number;
    }
    return parameters;
  }
};

double dot_of(const Parameters& a, const Parameters& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Parameters moved(const Parameters& from, double by, const Parameters& along) {
  Parameters to = from;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += by * along[i];
  return to;
}

}  // namespace

TEST_CASE("gradient and Hessian are the difference quotients of the objective, in both stages") {
  const WonGames sample;
  for (const Stage stage : {Stage::kCounts, Stage::kPatterns}) {
    const Problem problem = sample.problem(stage);
    const Parameters at = sample.drawn(problem, 1);
    const Parameters along = sample.drawn(problem, 2);
    constexpr double kStep = 1e-3;
    const auto derivatives = problem.derivatives(at);
    CHECK(derivatives.objective == doctest::Approx(problem.objective(at)).epsilon(1e-12));
    const double slope =
        (problem.objective(moved(at, kStep, along)) - problem.objective(moved(at, -kStep, along))) /
        (2 * kStep);
    CHECK(dot_of(derivatives.gradient, along) == doctest::Approx(slope).epsilon(1e-5));
    const Parameters up = problem.derivatives(moved(at, kStep, along)).gradient;
    const Parameters down = problem.derivatives(moved(at, -kStep, along)).gradient;
    const Parameters product = problem.product(at, along);
    for (std::size_t i = 0; i < kParameters; ++i) {
      REQUIRE(product[i] ==
              doctest::Approx((up[i] - down[i]) / (2 * kStep)).epsilon(1e-4).scale(1e-3));
    }
  }
}

void check_newton(std::size_t games) {
  const WonGames sample(games);
  for (const Stage stage : {Stage::kCounts, Stage::kPatterns}) {
    const Problem problem = sample.problem(stage);
    Parameters parameters(kParameters);
    double before = problem.objective(parameters);
    double gain = 1.0;
    for (int i = 0; i < 60 && gain > 1e-12; ++i) {
      NewtonStep step = newton_step(problem, parameters);
      REQUIRE(step.objective <= before + 1e-9);
      before = step.objective;
      gain = step.gain;
      parameters = step.parameters;
    }
    for (const double slope : problem.derivatives(parameters).gradient)
      REQUIRE(std::abs(slope) < 1e-3);
    for (std::size_t i = 0; i < kParameters; ++i) {
      if (!problem.moves(i)) REQUIRE(parameters[i] == 0.0);
    }
  }
}

TEST_CASE("Newton's method ends with a gradient of zero, and each step lowers the objective") {
  check_newton(12);
}

TEST_CASE("Newton's method ends with a gradient of zero for many games" *
          doctest::test_suite("long")) {
  check_newton(60);
}

TEST_CASE("the stage of patterns leaves the weights of counts and of decided positions unchanged") {
  const WonGames sample;
  const Problem problem = sample.problem(Stage::kPatterns);
  CHECK(problem.moves(0));
  CHECK(problem.moves(connect6::kMustParry));
  for (std::size_t k = connect6::kOwnWindows; k <= connect6::kCanWin; ++k)
    CHECK_FALSE(problem.moves(k));
  CHECK_FALSE(problem.moves(connect6::kMustParry + 2));
  CHECK(problem.moves(connect6::kFeatureCount));
  CHECK_FALSE(sample.problem(Stage::kCounts).moves(connect6::kFeatureCount));
}
