// The curvature of a function as L-BFGS knows it: the steps of late and how the gradient changed along each.
//
// Source: Nocedal 1980.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "learning/harness/checkpoint.h"

namespace trivium::learning::tdleaf {

double dot(std::span<const double> a, std::span<const double> b);

class Curvature {
 public:
  static constexpr std::size_t kMemory = 30;  ///< steps remembered

  /// Remembers a step and the change of the gradient along it. One along which the gradient did not rise says nothing and is passed over.
  void add(std::vector<double> step, std::vector<double> change);
  bool empty() const noexcept { return pairs_.empty(); }
  void forget() noexcept { pairs_.clear(); }

  /// Minus the inverse Hessian times the gradient (the two-loop recursion); minus the gradient where nothing is remembered.
  std::vector<double> direction(std::span<const double> gradient) const;

  /// For a checkpoint; restore() throws format::LoadError when it is not of so many variables.
  std::vector<format::Tensor> state() const;
  void restore(const StateReader& state, std::size_t variables);

 private:
  struct Pair {
    std::vector<double> step;
    std::vector<double> change;
    double product;
  };

  std::deque<Pair> pairs_;
};

}  // namespace trivium::learning::tdleaf
