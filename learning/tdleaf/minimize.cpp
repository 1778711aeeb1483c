#include "learning/tdleaf/minimize.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace trivium::learning::tdleaf {

namespace {

constexpr std::size_t kMemory = 30;       // steps remembered
constexpr double kSufficientFall = 1e-4;  // the two constants of the weak Wolfe conditions
constexpr double kCurvature = 0.9;
constexpr int kMostTrials = 50;  // of the length of one step
constexpr int kSettledIterations = 3;

using Function = std::function<Slope(std::span<const double>)>;

double dot(std::span<const double> a, std::span<const double> b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

/// The steps of late and how the gradient changed along them: an approximation of the inverse Hessian.
class Curvature {
 public:
  void add(std::vector<double> step, std::vector<double> change) {
    const double product = dot(step, change);
    if (!(product > 0.0)) return;
    pairs_.push_back({std::move(step), std::move(change), product});
    if (pairs_.size() > kMemory) pairs_.pop_front();
  }
  bool empty() const noexcept { return pairs_.empty(); }
  void forget() noexcept { pairs_.clear(); }

  /// Minus the inverse Hessian times the gradient (the two-loop recursion).
  std::vector<double> direction(std::span<const double> gradient) const {
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

 private:
  struct Pair {
    std::vector<double> step;
    std::vector<double> change;
    double product;
  };

  static void add_multiple(std::vector<double>& to, double factor, std::span<const double> what) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * what[i];
  }

  std::deque<Pair> pairs_;
};

struct Landing {
  std::vector<double> at;
  Slope slope;
};

/// A point along the direction that fulfils the conditions, or the best that the trials came to; none when nothing is lower.
std::optional<Landing> search_line(const Function& function, std::span<const double> from, const Slope& slope,
                                   std::span<const double> direction, double length) {
  const double descent = dot(slope.gradient, direction);
  double low = 0.0;
  double high = std::numeric_limits<double>::infinity();
  std::optional<Landing> best;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    Landing here{std::vector<double>(from.begin(), from.end()), {}};
    for (std::size_t i = 0; i < here.at.size(); ++i) here.at[i] += length * direction[i];
    here.slope = function(here.at);
    const bool falls = here.slope.value <= slope.value + kSufficientFall * length * descent;
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

std::vector<double> difference(std::span<const double> a, std::span<const double> b) {
  std::vector<double> result(a.begin(), a.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= b[i];
  return result;
}

}  // namespace

Minimum minimize(const Function& function, std::vector<double> start, const MinimizeOptions& options) {
  Minimum minimum{std::move(start), 0.0, 0, false};
  Slope slope = function(minimum.at);
  minimum.value = slope.value;
  Curvature curvature;
  int settled = 0;
  while (settled < kSettledIterations && minimum.iterations < options.max_iterations) {
    const double steepness = std::sqrt(dot(slope.gradient, slope.gradient));
    if (steepness == 0.0) {
      settled = kSettledIterations;
      break;
    }
    std::vector<double> direction = curvature.direction(slope.gradient);
    if (!(dot(direction, slope.gradient) < 0.0)) {
      curvature.forget();
      direction = curvature.direction(slope.gradient);
    }
    std::optional<Landing> next = search_line(function, minimum.at, slope, direction, curvature.empty() ? 1.0 / steepness : 1.0);
    if (!next && curvature.empty()) break;
    if (!next) {
      curvature.forget();  // rounding or a kink has spoilt it: once more, straight downhill
      continue;
    }
    curvature.add(difference(next->at, minimum.at), difference(next->slope.gradient, slope.gradient));
    settled = minimum.value - next->slope.value <= options.enough * std::abs(minimum.value) ? settled + 1 : 0;
    minimum.at = std::move(next->at);
    minimum.value = next->slope.value;
    slope = std::move(next->slope);
    ++minimum.iterations;
    if (options.on_iteration) options.on_iteration(minimum.iterations, minimum.value);
  }
  minimum.converged = settled >= kSettledIterations;
  return minimum;
}

}  // namespace trivium::learning::tdleaf
