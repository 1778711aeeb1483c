// The minimum of a smooth function of thousands of variables: L-BFGS with a line search for the weak Wolfe conditions.
//
// Sources: Nocedal 1980 (L-BFGS); Lewis and Overton 2013, whose bisection also gets over a kink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "learning/tdleaf/curvature.h"

namespace trivium::learning::tdleaf {

struct Slope {
  double value = 0.0;
  std::vector<double> gradient;
};

/// A way down, between two iterations.
class Minimizer {
 public:
  using Function = std::function<Slope(std::span<const double>)>;

  /// Begins at `start`. It has converged when the value fell by less than the share `enough` of it in each of three iterations.
  Minimizer(Function function, std::vector<double> start, double enough = 1e-8);
  /// Goes on, to the bit, from the state() of a Minimizer of the same function with `size` variables; computes nothing before advance().
  /// Throws format::LoadError.
  Minimizer(Function function, std::size_t size, const StateReader& state, double enough = 1e-8);

  /// Makes an iteration; the value does not rise. False where none was made: it has converged, or no step lowers the value.
  bool advance();

  const std::vector<double>& at() const noexcept { return at_; }
  double value() const noexcept { return slope_.value; }
  std::uint64_t iterations() const noexcept { return iterations_; }
  bool converged() const noexcept;

  /// For a checkpoint.
  std::vector<format::Tensor> state() const;

 private:
  struct Landing;

  std::optional<Landing> land();
  std::optional<Landing> search_line(std::span<const double> direction, double length) const;

  Function function_;
  double enough_;
  std::vector<double> at_;
  Slope slope_;
  Curvature curvature_;
  std::uint64_t iterations_ = 0;
  std::uint64_t settled_ = 0;  // iterations in a row, to now, that gained too little
};

}  // namespace trivium::learning::tdleaf
