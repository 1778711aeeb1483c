// Newton's method, conjugate gradients and minorization-maximization on functions with a known
// maximum.
#include "learning/statistics/newton.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

#include "learning/statistics/conjugate_gradients.h"
#include "learning/statistics/mm.h"

using namespace trivium::learning::statistics;
using doctest::Approx;

namespace {

struct Peak {
  double value = 0;
  std::vector<double> gradient;
  Matrix curvature;
};
using Spot = Place<Peak>;

/// -log cosh(x - 1) - 2 log cosh(y + 3): concave, maximum 0 at (1, -3). Far from it a whole step of
/// Newton's method overshoots.
Peak hill(const std::vector<double>& x) {
  Peak point{0, std::vector<double>(2), Matrix(2)};
  const auto add = [&](std::size_t i, double weight, double off) {
    point.value -= weight * std::log(std::cosh(off));
    point.gradient[i] = -weight * std::tanh(off);
    point.curvature.at(i, i) = weight / (std::cosh(off) * std::cosh(off));
  };
  add(0, 1, x[0] - 1);
  add(1, 2, x[1] + 3);
  return point;
}

/// Paper 000's example: the sum of the distances to `sample`, which the median minimizes.
double sum_of_distances(const std::vector<double>& sample, double at) {
  double sum = 0;
  for (const double one : sample) sum += std::abs(one - at);
  return sum;
}

/// Returns the next point of minorization-maximization: the parabolas above |x - at| that touch it
/// at the present point have their common minimum at a weighted mean.
double nearer_median(const std::vector<double>& sample, double at) {
  double sum = 0, weights = 0;
  for (const double one : sample) {
    const double weight = 1 / std::max(std::abs(one - at), 1e-12);
    sum += weight * one;
    weights += weight;
  }
  return sum / weights;
}

}  // namespace

TEST_CASE("Newton's method halves steps that overshoot and ends at the maximum") {
  Spot place{{4, -5}, hill({4, -5})};
  std::size_t steps = 0;
  CHECK(climb(place, steps, {}, hill, kNewtonDirection, kTakeUnlessLower) == Ended::kConverged);
  CHECK(steps < 20);
  CHECK(place.x[0] == Approx(1));
  CHECK(place.x[1] == Approx(-3));
  CHECK(place.point.value == Approx(0));
}

TEST_CASE("climb() returns why it ended, and resumes bit for bit") {
  std::size_t steps = 0;
  Spot whole{{4, -5}, hill({4, -5})}, parts = whole;
  CHECK(climb(whole, steps, {}, hill, kNewtonDirection, kTakeUnlessLower) == Ended::kConverged);
  std::size_t taken = 0;
  for (std::size_t maximum = 1; maximum <= steps; ++maximum) {
    if (maximum < steps)
      CHECK(climb(parts, taken, {.steps = maximum}, hill, kNewtonDirection, kTakeUnlessLower) ==
            Ended::kSteps);
  }
  climb(parts, taken, {}, hill, kNewtonDirection, kTakeUnlessLower);
  CHECK(taken == steps);
  CHECK(parts.x == whole.x);

  const auto answer = [](StepDecision decision) {
    return [decision](const Spot&, const Spot&) { return decision; };
  };
  Spot place{{4, -5}, hill({4, -5})};
  CHECK(climb(place, taken = 0, {}, hill, kNewtonDirection, answer(StepDecision::kReject)) ==
        Ended::kStuck);
  CHECK(climb(place, taken = 0, {}, hill, kNewtonDirection, answer(StepDecision::kStay)) ==
        Ended::kConverged);
  CHECK(place.x == std::vector<double>{4, -5});
  CHECK(climb(place, taken = 0, {}, hill, kNewtonDirection, answer(StepDecision::kTakeLast)) ==
        Ended::kConverged);
  CHECK(taken == 1);
  CHECK(place.x != std::vector<double>{4, -5});
  const auto flat = [](const std::vector<double>&) {
    return Peak{0, std::vector<double>(2), Matrix(2)};
  };
  CHECK(climb(
            place, taken, {}, flat,
            [](const Spot&) { return newton_direction(Matrix(2), std::vector<double>(2)); },
            kTakeUnlessLower) == Ended::kFlat);
}

TEST_CASE("conjugate gradients solve a system of n unknowns in n products") {
  const std::vector<std::vector<double>> matrix{{4, 1, 0}, {1, 3, -1}, {0, -1, 5}};
  const auto product = [&](const std::vector<double>& x) {
    std::vector<double> image;
    for (const std::vector<double>& row : matrix) image.push_back(dot(row, x));
    return image;
  };
  const std::vector<double> solution{1, -2, 3}, diagonal{4, 3, 5};
  const ConjugateGradients found =
      solve_by_conjugate_gradients(product(solution), diagonal, product, 3, 0);
  for (std::size_t i = 0; i < solution.size(); ++i) CHECK(found.x[i] == Approx(solution[i]));
  // With a good diagonal, one product gives a step along the preconditioned residual.
  const ConjugateGradients rough =
      solve_by_conjugate_gradients(product(solution), diagonal, product, 1, 0);
  CHECK(rough.x != found.x);
  CHECK(rough.first_residual == found.first_residual);
}

TEST_CASE("conjugate gradients stay at an exact solution") {
  const auto product = [](const std::vector<double>& x) {
    return std::vector<double>{4 * x[0] + x[1], x[0] + 3 * x[1]};
  };
  const std::vector<double> solution{1, -2}, diagonal{4, 3};
  ConjugateGradients run(product(solution), diagonal);
  for (int i = 0; i < 1000; ++i) run.advance(diagonal, product);
  for (std::size_t i = 0; i < solution.size(); ++i) CHECK(run.x[i] == Approx(solution[i]));
  ConjugateGradients nothing({0, 0}, diagonal);
  nothing.advance(diagonal, product);
  CHECK(nothing.x == std::vector<double>{0, 0});
}

TEST_CASE(
    "minorization-maximization finds the median of a sample, and no step leads away from it") {
  const std::vector<double> sample{3.5, -2, 10, 7.25, 0.5, 100, 4};
  double last = sum_of_distances(sample, 20);
  const auto update = [&](const std::vector<double>& x) {
    const double next = nearer_median(sample, x[0]);
    CHECK(sum_of_distances(sample, next) <= last + 1e-9);
    last = sum_of_distances(sample, next);
    return std::vector<double>{next};
  };
  const MmEnd end = iterate_mm({20}, update, 1e-10, 10'000);
  CHECK(end.converged);
  CHECK(end.x[0] == Approx(4));
  last = sum_of_distances(sample, 20);
  const MmEnd early = iterate_mm({20}, update, 0, 2);
  CHECK_FALSE(early.converged);
  CHECK(early.iterations == 2);
}
