#include "learning/statistics/lbfgs.h"

#include <cmath>
#include <limits>
#include <utility>

#include "learning/statistics/vectors.h"

namespace trivium::learning::statistics {

namespace {

constexpr double kSufficientFall = 1e-4;  // c1 and, below, c2 of the weak Wolfe conditions
constexpr double kCurvature = 0.9;
constexpr int kMaxTrials = 50;  // step lengths tried in one line search
constexpr std::uint64_t kSettledIterations = 3;

std::vector<double> difference_of(std::span<const double> a, std::span<const double> b) {
  std::vector<double> result(a.begin(), a.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= b[i];
  return result;
}

}  // namespace

void Curvature::add(std::vector<double> step, std::vector<double> change) {
  const double product = dot(step, change);
  if (!(product > 0.0)) return;
  pairs_.push_back({std::move(step), std::move(change), product});
  if (pairs_.size() > kMemory) pairs_.pop_front();
}

std::vector<double> Curvature::direction(std::span<const double> gradient) const {
  std::vector<double> d(gradient.begin(), gradient.end());
  std::vector<double> shares(pairs_.size());
  for (std::size_t i = pairs_.size(); i-- > 0;) {
    shares[i] = dot(pairs_[i].step, d) / pairs_[i].product;
    add_multiple(d, -shares[i], pairs_[i].change);
  }
  if (!pairs_.empty()) {
    const double scale = pairs_.back().product / dot(pairs_.back().change, pairs_.back().change);
    for (double& one : d) one *= scale;
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    add_multiple(d, shares[i] - dot(pairs_[i].change, d) / pairs_[i].product, pairs_[i].step);
  }
  for (double& one : d) one = -one;
  return d;
}

Minimizer::Minimizer(Function function, std::vector<double> start, double tolerance)
    : function_(std::move(function)), tolerance_(tolerance), state_{.at = std::move(start)} {
  state_.slope = function_(state_.at);
}

Minimizer::Minimizer(Function function, State state, double tolerance)
    : function_(std::move(function)), tolerance_(tolerance), state_(std::move(state)) {}

bool Minimizer::converged() const noexcept { return state_.settled >= kSettledIterations; }

/// Returns a point along the direction that meets the weak Wolfe conditions, else the lowest point
/// tried that meets the first of them, else nothing.
std::optional<Minimizer::LinePoint> Minimizer::search_line(std::span<const double> direction,
                                                           double length) const {
  const double descent = dot(state_.slope.gradient, direction);
  double low = 0.0;
  double high = std::numeric_limits<double>::infinity();
  std::optional<LinePoint> best;
  for (int trial = 0; trial < kMaxTrials; ++trial) {
    LinePoint here{state_.at, {}};
    add_multiple(here.at, length, direction);
    here.slope = function_(here.at);
    const bool falls = here.slope.value <= value() + kSufficientFall * length * descent;
    if (!falls) {
      high = length;
    } else {
      const bool far_enough = dot(here.slope.gradient, direction) >= kCurvature * descent;
      if (!best || here.slope.value < best->slope.value) best = std::move(here);
      if (far_enough) return best;
      low = length;
    }
    length = std::isinf(high) ? 2.0 * length : 0.5 * (low + high);
  }
  return best;
}

/// Returns the end point of the next iteration, or nothing if no lower point is found.
std::optional<Minimizer::LinePoint> Minimizer::next_point() {
  const std::vector<double>& gradient = state_.slope.gradient;
  std::vector<double> direction = state_.curvature.direction(gradient);
  if (!state_.curvature.pairs().empty() && dot(direction, gradient) < 0.0) {
    if (std::optional<LinePoint> point = search_line(direction, 1.0)) return point;
  }
  // There is no curvature yet, or rounding or a kink made it useless. Use steepest descent.
  state_.curvature.forget();
  direction = state_.curvature.direction(gradient);
  return search_line(direction, 1.0 / std::sqrt(dot(gradient, gradient)));
}

bool Minimizer::advance() {
  if (dot(state_.slope.gradient, state_.slope.gradient) == 0.0) state_.settled = kSettledIterations;
  if (converged()) return false;
  std::optional<LinePoint> next = next_point();
  if (!next) return false;
  state_.curvature.add(difference_of(next->at, state_.at),
                       difference_of(next->slope.gradient, state_.slope.gradient));
  state_.settled =
      value() - next->slope.value <= tolerance_ * std::abs(value()) ? state_.settled + 1 : 0;
  state_.at = std::move(next->at);
  state_.slope = std::move(next->slope);
  ++state_.iterations;
  return true;
}

}  // namespace trivium::learning::statistics
