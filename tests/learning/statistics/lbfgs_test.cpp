// L-BFGS on functions whose minimum is known.
#include "learning/statistics/lbfgs.h"

#include <cmath>
#include <doctest/doctest.h>
#include <utility>

using namespace trivium::learning::statistics;

namespace {

/// (1 - x)^2 + 100 (y - x^2)^2, a narrow curved valley (Rosenbrock 1960); minimum 0 at (1, 1).
Slope valley(std::span<const double> at) {
  const double x = at[0];
  const double y = at[1];
  const double off = y - x * x;
  return {(1 - x) * (1 - x) + 100 * off * off, {-2 * (1 - x) - 400 * x * off, 200 * off}};
}

/// A quadratic function of many variables with a condition number of ten thousand.
Slope bowl(std::span<const double> at) {
  Slope slope{1.0, std::vector<double>(at.size())};
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double steepness =
        std::pow(10.0, 4.0 * static_cast<double>(i) / static_cast<double>(at.size() - 1));
    const double off = at[i] - static_cast<double>(i);
    slope.value += 0.5 * steepness * off * off;
    slope.gradient[i] = steepness * off;
  }
  return slope;
}

/// Minimizes with at most this number of iterations.
void descend(Minimizer& minimizer, std::uint64_t max_iterations) {
  while (minimizer.iterations() < max_iterations && minimizer.advance()) {
  }
}

}  // namespace

TEST_CASE("the minimum of a curved valley is found") {
  Minimizer minimizer(valley, {-1.2, 1.0});
  descend(minimizer, 500);
  CHECK(minimizer.converged());
  CHECK(minimizer.iterations() < 60);
  CHECK(minimizer.at()[0] == doctest::Approx(1.0).epsilon(1e-4));
  CHECK(minimizer.at()[1] == doctest::Approx(1.0).epsilon(1e-4));
}

TEST_CASE("a badly conditioned function is minimized, and the value never rises") {
  Minimizer minimizer(bowl, std::vector<double>(60), 1e-12);
  double last = minimizer.value();
  while (minimizer.iterations() < 2000 && minimizer.advance()) {
    CHECK(minimizer.value() <= last);
    last = minimizer.value();
  }
  CHECK(minimizer.converged());
  for (std::size_t i = 0; i < minimizer.at().size(); ++i)
    CHECK(minimizer.at()[i] == doctest::Approx(static_cast<double>(i)).epsilon(1e-4).scale(1.0));
}

TEST_CASE("a start at the minimum stays there, and too few iterations are reported") {
  Minimizer there(valley, {1.0, 1.0});
  CHECK_FALSE(there.advance());
  CHECK(there.converged());
  CHECK(there.iterations() == 0);
  Minimizer early(valley, {-1.2, 1.0});
  descend(early, 2);
  CHECK_FALSE(early.converged());
  CHECK(early.iterations() == 2);
}

TEST_CASE("a minimization that is interrupted after any iteration and resumed has the same bits") {
  const std::vector<double> start(60);
  Minimizer whole(bowl, start);
  descend(whole, 500);
  REQUIRE(whole.iterations() > Curvature::kMemory);
  Minimizer cut(bowl, start);
  std::uint64_t cuts = 0;
  for (bool goes_on = true; goes_on; ++cuts) {
    Minimizer resumed(bowl, cut.state());
    goes_on = resumed.advance();
    cut = std::move(resumed);
  }
  CHECK(cuts == whole.iterations() + 1);
  CHECK(cut.state() == whole.state());
  CHECK(cut.at() == whole.at());
  CHECK(cut.converged());
}

TEST_CASE("a resumed minimization does not evaluate the point of its state again") {
  int computed = 0;
  const auto counted = [&computed](std::span<const double> at) {
    ++computed;
    return valley(at);
  };
  Minimizer first(counted, {-1.2, 1.0});
  CHECK(computed == 1);
  descend(first, 500);
  REQUIRE(first.converged());
  computed = 0;
  Minimizer resumed(counted, first.state());
  CHECK(resumed.value() == first.value());
  CHECK_FALSE(resumed.advance());
  CHECK(computed == 0);
}
