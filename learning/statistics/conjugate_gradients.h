// Solver for large linear systems whose matrix is known only by its products with vectors:
// conjugate gradients with a diagonal preconditioner.
//
// Source: Nocedal and Wright, Numerical Optimization (2006), algorithm 5.3.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "learning/statistics/vectors.h"

namespace trivium::learning::statistics {

struct CgLimits {
  std::size_t products = 24;  ///< maximum number of matrix-vector products
  /// Stops when r^T M^-1 r is at most this share of its first value, where r = right - A x is the
  /// residual. The default is exact enough for Newton's method.
  double residual = 1e-2;
};

struct CgSolution {
  std::vector<double> x;
  double first_residual = 0;  ///< r^T M^-1 r at x = 0
};

/// A solution of A x = right between two products. Its state can be saved and resumed.
/// Requires: A is symmetric and positive definite, and all elements of the preconditioner
/// `diagonal`, an approximation of the diagonal of A, are above 0. The caller keeps `diagonal`.
struct ConjugateGradients {
  std::vector<double> x;
  std::vector<double> residual;  ///< r = right - A x
  std::vector<double> direction;
  double left = 0;            ///< r^T M^-1 r
  double first_residual = 0;  ///< `left` at x = 0

  ConjugateGradients() = default;
  /// Begins at x = 0.
  ConjugateGradients(std::vector<double> right, std::span<const double> diagonal)
      : x(right.size()),
        residual(std::move(right)),
        direction(preconditioned(residual, diagonal)),
        left(dot(residual, direction)),
        first_residual(left) {}

  /// Makes a step; `product(v)` returns A v. Changes nothing once the residual has shrunk to 0.
  template <class Product>
  void advance(std::span<const double> diagonal, const Product& product) {
    const std::vector<double> image = product(direction);
    const double curvature = dot(direction, image);
    if (left == 0 || curvature == 0) return;
    const double length = left / curvature;
    add_multiple(x, length, direction);
    add_multiple(residual, -length, image);
    std::vector<double> next_direction = preconditioned(residual, diagonal);
    const double next = dot(residual, next_direction);
    add_multiple(next_direction, next / left, direction);
    direction = std::move(next_direction);
    left = next;
  }

 private:
  static std::vector<double> preconditioned(std::vector<double> vector,
                                            std::span<const double> diagonal) {
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] /= diagonal[i];
    return vector;
  }
};

/// Solves A x = right within `limits`.
template <class Product>
CgSolution solve_by_conjugate_gradients(std::vector<double> right, std::span<const double> diagonal,
                                        const Product& product, const CgLimits& limits = {}) {
  ConjugateGradients run(std::move(right), diagonal);
  for (std::size_t i = 0; i < limits.products && run.left > limits.residual * run.first_residual;
       ++i)
    run.advance(diagonal, product);
  return {std::move(run.x), run.first_residual};
}

}  // namespace trivium::learning::statistics
