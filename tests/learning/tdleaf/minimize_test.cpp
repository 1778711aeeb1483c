// L-BFGS on functions whose minimum is known.
#include "learning/tdleaf/minimize.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace trivium::learning::tdleaf;

namespace {

/// (1 - x)^2 + 100 (y - x^2)^2, a narrow curved valley (Rosenbrock 1960); minimum 0 at (1, 1).
Slope valley(std::span<const double> at) {
  const double x = at[0];
  const double y = at[1];
  const double off = y - x * x;
  return {(1 - x) * (1 - x) + 100 * off * off, {-2 * (1 - x) - 400 * x * off, 200 * off}};
}

/// A bowl in many dimensions whose axes differ in steepness by ten thousand.
Slope bowl(std::span<const double> at) {
  Slope slope{1.0, std::vector<double>(at.size())};
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double steepness = std::pow(10.0, 4.0 * static_cast<double>(i) / static_cast<double>(at.size() - 1));
    const double off = at[i] - static_cast<double>(i);
    slope.value += 0.5 * steepness * off * off;
    slope.gradient[i] = steepness * off;
  }
  return slope;
}

}  // namespace

TEST_CASE("the bottom of a curved valley is found") {
  const Minimum minimum = minimize(valley, {-1.2, 1.0}, {});
  CHECK(minimum.converged);
  CHECK(minimum.iterations < 60);
  CHECK(minimum.at[0] == doctest::Approx(1.0).epsilon(1e-4));
  CHECK(minimum.at[1] == doctest::Approx(1.0).epsilon(1e-4));
}

TEST_CASE("axes of different steepness do not keep it from the bottom, and the value never rises") {
  double last = bowl(std::vector<double>(60)).value;
  MinimizeOptions options;
  options.enough = 1e-12;
  options.max_iterations = 2000;
  options.on_iteration = [&](int, double value) {
    CHECK(value <= last);
    last = value;
  };
  const Minimum minimum = minimize(bowl, std::vector<double>(60), options);
  CHECK(minimum.converged);
  for (std::size_t i = 0; i < minimum.at.size(); ++i)
    CHECK(minimum.at[i] == doctest::Approx(static_cast<double>(i)).epsilon(1e-4).scale(1.0));
}

TEST_CASE("a start at the minimum stays there, and few iterations are said to be too few") {
  const Minimum there = minimize(valley, {1.0, 1.0}, {});
  CHECK(there.converged);
  CHECK(there.iterations == 0);
  MinimizeOptions options;
  options.max_iterations = 2;
  const Minimum early = minimize(valley, {-1.2, 1.0}, options);
  CHECK_FALSE(early.converged);
  CHECK(early.iterations == 2);
}
