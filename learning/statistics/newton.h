// Newton's method for a function of many variables that is climbed: the direction by the curvature,
// halved until a point is good enough.
//
// The learners know their functions in different ways, so a caller gives three things: the function
// at a place, the direction from there, and its judgment of a step. What they share is here.
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

/// A step, and what the function gains by it if it is a parabola: half of the slope along it.
struct Direction {
  std::vector<double> step;
  double gain = 0;
};

/// Returns the step to the top of the parabola with this gradient and minus this Hessian, of which
/// only the lower triangle is read; nothing if that is not positive definite.
std::optional<Direction> newton_direction(const Matrix& curvature,
                                          std::span<const double> gradient);

/// What a caller makes of a step that was tried.
enum class Judgment : std::uint8_t {
  kReject,  ///< tries half of it
  kTake,
  kTakeLast,  ///< takes it and has converged
  kStay       ///< gains nothing: has converged where it was
};

/// A place, and the function there.
template <class Point>
struct Place {
  std::vector<double> x;
  Point point;
};

/// Returns the first of x + step, x + step / 2, x + step / 4, ... that `judge(place, share)` does
/// not reject, with its judgment; nothing after `trials`. `at(x)` is the function, of any type.
template <class At, class Judge>
auto halve(const std::vector<double>& x, std::span<const double> step, int trials, const At& at,
           const Judge& judge) -> std::optional<std::pair<Place<decltype(at(x))>, Judgment>> {
  for (double share = 1; trials > 0; --trials, share /= 2) {
    std::vector<double> there = x;
    add_multiple(there, share, step);
    auto point = at(std::as_const(there));
    Place<decltype(at(x))> place{std::move(there), std::move(point)};
    const Judgment judgment = judge(std::as_const(place), share);
    if (judgment != Judgment::kReject) return std::pair{std::move(place), judgment};
  }
  return std::nullopt;
}

struct NewtonLimits {
  std::size_t steps = 200;  ///< at most; about ten are usual
  int trials = 30;          ///< of a step: the last one is 2^-29 of it
  double min_gain = 5e-19;  ///< a direction that promises less ends the climb
};

enum class Ended : std::uint8_t {
  kConverged,
  kFlat,   ///< there was no direction
  kStuck,  ///< no share of a step was good enough
  kSteps   ///< the limit is reached
};

/// The usual direction and judgment, for points with a value, a gradient and a curvature.
inline constexpr auto kNewtonDirection = [](const auto& place) {
  return newton_direction(place.point.curvature, place.point.gradient);
};
inline constexpr auto kTakeUnlessLower = [](const auto& before, const auto& after) {
  return after.point.value >= before.point.value ? Judgment::kTake : Judgment::kReject;
};

/// Climbs from `place`, after `steps` steps, to where Newton's method ends. `direction(place)` is
/// an optional<Direction>, asked once at each place; `judge(before, after)` compares places.
template <class Point, class At, class Aim, class Judge>
Ended climb(Place<Point>& place, std::size_t& steps, const NewtonLimits& limits, const At& at,
            const Aim& direction, const Judge& judge) {
  for (;;) {
    const std::optional<Direction> aim = direction(std::as_const(place));
    if (!aim) return Ended::kFlat;
    if (aim->gain < limits.min_gain) return Ended::kConverged;
    if (steps == limits.steps) return Ended::kSteps;
    auto landing = halve(
        place.x, aim->step, limits.trials, at,
        [&](const Place<Point>& after, double) { return judge(std::as_const(place), after); });
    if (!landing) return Ended::kStuck;
    if (landing->second == Judgment::kStay) return Ended::kConverged;
    place = std::move(landing->first);
    ++steps;
    if (landing->second == Judgment::kTakeLast) return Ended::kConverged;
  }
}

}  // namespace trivium::learning::statistics
