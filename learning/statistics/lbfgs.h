// The minimum of a smooth function of thousands of variables: L-BFGS with a line search for the
// weak Wolfe conditions.
//
// Sources: Nocedal 1980 (L-BFGS); Lewis and Overton 2013, whose bisection also gets over a kink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace trivium::learning::statistics {

struct Slope {
  double value = 0.0;
  std::vector<double> gradient;

  friend bool operator==(const Slope&, const Slope&) = default;
};

/// The curvature of a function as L-BFGS knows it: the last steps, and how the gradient changed
/// along each.
class Curvature {
 public:
  static constexpr std::size_t kMemory = 30;  ///< steps remembered

  struct Pair {
    std::vector<double> step;
    std::vector<double> change;
    double product;

    friend bool operator==(const Pair&, const Pair&) = default;
  };

  /// Remembers a step and the change of the gradient along it. Ignores one along which the gradient
  /// did not rise.
  void add(std::vector<double> step, std::vector<double> change);
  void forget() noexcept { pairs_.clear(); }
  /// Those remembered, the oldest first.
  const std::deque<Pair>& pairs() const noexcept { return pairs_; }

  /// Minus the inverse Hessian times the gradient (the two-loop recursion); minus the gradient if
  /// nothing is remembered.
  std::vector<double> direction(std::span<const double> gradient) const;

  friend bool operator==(const Curvature&, const Curvature&) = default;

 private:
  std::deque<Pair> pairs_;
};

/// A way down, between two iterations.
class Minimizer {
 public:
  using Function = std::function<Slope(std::span<const double>)>;

  /// All that decides the iterations to come.
  struct State {
    std::vector<double> at{};
    Slope slope{};
    Curvature curvature{};
    std::uint64_t iterations = 0;
    std::uint64_t settled = 0;  ///< iterations in a row, to now, that gained too little

    friend bool operator==(const State&, const State&) = default;
  };

  /// Begins at `start`. It has converged when the value fell by less than the share `enough` of it
  /// in each of three iterations.
  Minimizer(Function function, std::vector<double> start, double enough = 1e-8);
  /// Resumes, to the bit, from the state of a Minimizer of the same function; computes nothing
  /// before advance().
  Minimizer(Function function, State state, double enough = 1e-8);

  /// Makes an iteration; the value does not rise. False where none was made: it has converged, or
  /// no step lowers the value.
  bool advance();

  const State& state() const noexcept { return state_; }
  const std::vector<double>& at() const noexcept { return state_.at; }
  double value() const noexcept { return state_.slope.value; }
  std::uint64_t iterations() const noexcept { return state_.iterations; }
  bool converged() const noexcept;

 private:
  struct Landing {
    std::vector<double> at;
    Slope slope;
  };

  std::optional<Landing> land();
  std::optional<Landing> search_line(std::span<const double> direction, double length) const;

  Function function_;
  double enough_;
  State state_;
};

}  // namespace trivium::learning::statistics
