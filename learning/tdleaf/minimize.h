// The minimum of a smooth function of thousands of variables: L-BFGS with a line search for the weak Wolfe conditions.
//
// Sources: Nocedal 1980 (L-BFGS); Lewis and Overton 2013, whose bisection also gets over a kink.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace trivium::learning::tdleaf {

struct Slope {
  double value = 0.0;
  std::vector<double> gradient;
};

struct Minimum {
  std::vector<double> at;
  double value = 0.0;
  int iterations = 0;
  bool converged = false;
};

struct MinimizeOptions {
  int max_iterations = 500;
  /// Converged when the value fell by less than this share of it in each of three iterations.
  double enough = 1e-8;
  std::function<void(int iteration, double value)> on_iteration;
};

/// Starts at `start`. The value never rises from one iteration to the next. Not converged where no step lowers it or the iterations
/// are spent.
Minimum minimize(const std::function<Slope(std::span<const double>)>& function, std::vector<double> start, const MinimizeOptions& options);

}  // namespace trivium::learning::tdleaf
