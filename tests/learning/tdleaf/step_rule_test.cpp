// Step rules: their first steps computed by hand, and a restored state that continues bit for bit.
#include "learning/tdleaf/step_rule.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>

#include "models/format/load_error.h"

using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

constexpr std::array kRules{StepRule::kPlain, StepRule::kAdaGrad, StepRule::kAdam};

}  // namespace

TEST_CASE("the rules have names") {
  for (const StepRule rule : kRules) CHECK(step_rule(name_of(rule)) == rule);
  CHECK_FALSE(step_rule("newton").has_value());
}

TEST_CASE("a plain step is alpha times the gradient, in centipawns") {
  std::vector<double> weights{1.0, 2.0, 3.0};
  Stepper(StepRule::kPlain, 3).step(weights, std::array{0.5, -0.25, 0.0}, 20.0);
  CHECK(weights[0] == doctest::Approx(1.0 + 0.10));
  CHECK(weights[1] == doctest::Approx(2.0 - 0.05));
  CHECK(weights[2] == 3.0);
}

TEST_CASE("AdaGrad divides by the root of the sum of squares so far") {
  std::vector<double> weights{0.0, 0.0};
  Stepper stepper(StepRule::kAdaGrad, 2);
  stepper.step(weights, std::array{0.3, 0.0}, 100.0);
  CHECK(weights[0] == doctest::Approx(1.0));  // 0.3 / 0.3
  stepper.step(weights, std::array{0.4, -2.0}, 100.0);
  CHECK(weights[0] == doctest::Approx(1.0 + 0.4 / 0.5));  // root of 0.09 + 0.16
  CHECK(weights[1] == doctest::Approx(-1.0));
}

TEST_CASE("the first step of Adam has the size alpha, and later ones depend on the means") {
  std::vector<double> weights{0.0, 0.0, 0.0};
  Stepper stepper(StepRule::kAdam, 3);
  stepper.step(weights, std::array{0.001, -70.0, 0.0}, 100.0);
  CHECK(weights[0] == doctest::Approx(1.0));
  CHECK(weights[1] == doctest::Approx(-1.0));
  CHECK(weights[2] == 0.0);
  stepper.step(weights, std::array{0.003, 0.0, 0.0}, 100.0);
  const double mean = (0.9 * 0.1 * 0.001 + 0.1 * 0.003) / (1 - 0.81);
  const double square = (0.999 * 0.001 * 1e-6 + 0.001 * 9e-6) / (1 - 0.998001);
  CHECK(weights[0] == doctest::Approx(1.0 + mean / std::sqrt(square)));
}

TEST_CASE("a stepper restored from its state continues with the same bits") {
  const std::array first{0.5, -0.25};
  const std::array second{-0.125, 0.75};
  for (const StepRule rule : kRules) {
    CAPTURE(name_of(rule));
    std::vector<double> weights{1.0, 2.0};
    Stepper whole(rule, 2);
    whole.step(weights, first, 3.0);
    Stepper restored(rule, 2);
    restored.restore(whole.state());
    std::vector<double> other = weights;
    whole.step(weights, second, 3.0);
    restored.step(other, second, 3.0);
    CHECK(other == weights);
  }
}

TEST_CASE("a state of another size is rejected") {
  Stepper stepper(StepRule::kAdam, 2);
  CHECK_THROWS_AS(stepper.restore(Stepper(StepRule::kAdam, 3).state()), format::LoadError);
  CHECK_THROWS_AS(stepper.restore(learning::Snapshot()), format::LoadError);
}
