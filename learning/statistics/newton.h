// Newton's method for the maximum of a function of many variables: a step along the Newton
// direction, halved until the new point is good enough.
//
// Learners represent their functions in different ways, so a caller supplies three callbacks: the
// function at a point, the direction from there, and a decision about a step.
// Source: Nocedal and Wright, Numerical Optimization (2006), chapters 3 and 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "learning/statistics/linear_algebra.h"
#include "learning/statistics/vectors.h"

namespace trivium::learning::statistics {

/// A step, and the gain that it promises: half of the slope along it, which is exact for a
/// quadratic function.
struct Direction {
  std::vector<double> step;
  double gain = 0;
};

/// Returns the step to the maximum of the quadratic function with this gradient and the Hessian
/// -`curvature`, or nothing if `curvature` is not positive definite. Reads only its lower triangle.
inline std::optional<Direction> newton_direction(const Matrix& curvature,
                                                 std::span<const double> gradient) {
  const std::optional<Cholesky> factor = Cholesky::of(curvature);
  if (!factor) return std::nullopt;
  Direction direction{factor->solve(gradient)};
  direction.gain = 0.5 * dot(gradient, direction.step);
  return direction;
}

/// A caller's decision about a step that was tried.
enum class StepDecision : std::uint8_t {
  kReject,    ///< try half of the step
  kTake,      ///< take the step
  kTakeLast,  ///< take the step; then the method has converged
  kStay       ///< the step gains nothing: the method has converged before it
};

/// A point x, and the function there.
template <class Point>
struct Place {
  std::vector<double> x;
  Point point;
};

/// Returns the first of x + step, x + step / 2, x + step / 4, ... that `decide(place, share)` does
/// not reject, with its decision, or nothing if `trials` of them are rejected. `share` is the tried
/// part of the step. `at(x)` evaluates the function and may return any type.
template <class At, class Decide>
auto halve(const std::vector<double>& x, std::span<const double> step, int trials, const At& at,
           const Decide& decide) -> std::optional<std::pair<Place<decltype(at(x))>, StepDecision>> {
  for (double share = 1; trials > 0; --trials, share /= 2) {
    std::vector<double> there = x;
    add_multiple(there, share, step);
    auto point = at(std::as_const(there));
    Place<decltype(at(x))> place{std::move(there), std::move(point)};
    const StepDecision decision = decide(std::as_const(place), share);
    if (decision != StepDecision::kReject) return std::pair{std::move(place), decision};
  }
  return std::nullopt;
}

struct NewtonLimits {
  std::size_t steps = 200;  ///< maximum number of steps; about ten are usual
  int trials = 30;          ///< maximum number of trials of a step; the last tries 2^-29 of it
  double min_gain = 5e-19;  ///< a direction that promises less means convergence
};

/// Why the method ended.
enum class Ended : std::uint8_t {
  kConverged,
  kFlat,   ///< `direction` returned nothing
  kStuck,  ///< all trials of a step were rejected
  kSteps   ///< NewtonLimits::steps was reached
};

/// Default direction and decision, for points with the fields value, gradient and curvature.
inline constexpr auto kNewtonDirection = [](const auto& place) {
  return newton_direction(place.point.curvature, place.point.gradient);
};
inline constexpr auto kTakeUnlessLower = [](const auto& before, const auto& after) {
  return after.point.value >= before.point.value ? StepDecision::kTake : StepDecision::kReject;
};

/// Runs Newton's method from `place`, which becomes the end point; returns why it ended. Adds the
/// number of steps to `steps`, which the limit includes. `direction(place)` returns an
/// optional<Direction> and is called once per point. `decide(before, after)` returns a decision
/// about a step.
template <class Point, class At, class Aim, class Decide>
Ended climb(Place<Point>& place, std::size_t& steps, const NewtonLimits& limits, const At& at,
            const Aim& direction, const Decide& decide) {
  for (;;) {
    const std::optional<Direction> aim = direction(std::as_const(place));
    if (!aim) return Ended::kFlat;
    if (aim->gain < limits.min_gain) return Ended::kConverged;
    if (steps == limits.steps) return Ended::kSteps;
    auto next = halve(
        place.x, aim->step, limits.trials, at,
        [&](const Place<Point>& after, double) { return decide(std::as_const(place), after); });
    if (!next) return Ended::kStuck;
    if (next->second == StepDecision::kStay) return Ended::kConverged;
    place = std::move(next->first);
    ++steps;
    if (next->second == StepDecision::kTakeLast) return Ended::kConverged;
  }
}

}  // namespace trivium::learning::statistics
