// Minimizer of a smooth function of thousands of variables: L-BFGS with a line search for the weak
// Wolfe conditions.
//
// Sources: Nocedal 1980 (L-BFGS); Lewis and Overton 2013 (line search by bisection, which also
// works at points where the function is not differentiable).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace trivium::learning::statistics {

/// Value and gradient of the function at a point.
struct Slope {
  double value = 0.0;
  std::vector<double> gradient;

  friend bool operator==(const Slope&, const Slope&) = default;
};

/// L-BFGS approximation of the inverse Hessian: the last steps and the change of the gradient along
/// each.
class Curvature {
 public:
  static constexpr std::size_t kMemory = 30;  ///< maximum number of steps stored

  struct Pair {
    std::vector<double> step;
    std::vector<double> change;  ///< of the gradient
    double product;              ///< dot product of the two; above 0

    friend bool operator==(const Pair&, const Pair&) = default;
  };

  /// Stores a step and the change of the gradient along it, and drops the oldest step if there are
  /// more than kMemory. Ignores a step whose product with the change is not above 0.
  void add(std::vector<double> step, std::vector<double> change);
  void forget() noexcept { pairs_.clear(); }
  /// Returns the stored steps, oldest first.
  const std::deque<Pair>& pairs() const noexcept { return pairs_; }

  /// Returns minus the inverse Hessian times the gradient (two-loop recursion); minus the gradient
  /// if no step is stored.
  std::vector<double> direction(std::span<const double> gradient) const;

  friend bool operator==(const Curvature&, const Curvature&) = default;

 private:
  std::deque<Pair> pairs_;
};

/// A minimization between two iterations. Its state can be saved and resumed.
class Minimizer {
 public:
  using Function = std::function<Slope(std::span<const double>)>;

  /// Everything that determines the next iterations, except the function.
  struct State {
    std::vector<double> at{};
    Slope slope{};
    Curvature curvature{};
    std::uint64_t iterations = 0;
    std::uint64_t settled = 0;  ///< number of last iterations in a row that gained too little

    friend bool operator==(const State&, const State&) = default;
  };

  /// Begins at `start`, where it evaluates `function`. The minimization has converged when the
  /// relative decrease of the value was at most `tolerance` in each of three iterations in a row,
  /// or when the gradient is 0.
  Minimizer(Function function, std::vector<double> start, double tolerance = 1e-8);
  /// Resumes from the state of a Minimizer of the same function; further iterations are equal to
  /// the bit. Does not evaluate `function` before advance().
  Minimizer(Function function, State state, double tolerance = 1e-8);

  /// Makes an iteration, in which the value does not increase. Returns false if none was made,
  /// because the minimization has converged or no step lowers the value.
  bool advance();

  const State& state() const noexcept { return state_; }
  const std::vector<double>& at() const noexcept { return state_.at; }
  double value() const noexcept { return state_.slope.value; }
  std::uint64_t iterations() const noexcept { return state_.iterations; }
  bool converged() const noexcept;

 private:
  /// A point to step to, with the value and gradient there.
  struct LinePoint {
    std::vector<double> at;
    Slope slope;
  };

  std::optional<LinePoint> next_point();
  std::optional<LinePoint> search_line(std::span<const double> direction, double length) const;

  Function function_;
  double tolerance_;
  State state_;
};

}  // namespace trivium::learning::statistics
