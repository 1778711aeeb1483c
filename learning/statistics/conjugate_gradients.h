// Solver for large linear systems whose matrix is known only by its products with vectors:
// conjugate gradients with a diagonal preconditioner.
//
// Source: Nocedal and Wright, Numerical Optimization (2006), algorithm 5.3.
#pragma once

#include <cstddef>
#include <span>
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

/// Solves A x = right. `product(v)` returns A v. `diagonal` is the preconditioner M, an
/// approximation of the diagonal of A. Requires: A is symmetric and positive definite, and all
/// elements of `diagonal` are above 0.
template <class Product>
CgSolution solve_by_conjugate_gradients(std::vector<double> right, std::span<const double> diagonal,
                                        const Product& product, const CgLimits& limits = {}) {
  const auto preconditioned = [diagonal](std::vector<double> vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] /= diagonal[i];
    return vector;
  };
  std::vector<double> residual = std::move(right);
  std::vector<double> direction = preconditioned(residual);
  CgSolution solution{std::vector<double>(residual.size()), dot(residual, direction)};
  double left = solution.first_residual;
  for (std::size_t i = 0; i < limits.products && left > limits.residual * solution.first_residual;
       ++i) {
    const std::vector<double> image = product(direction);
    const double length = left / dot(direction, image);
    add_multiple(solution.x, length, direction);
    add_multiple(residual, -length, image);
    std::vector<double> next_direction = preconditioned(residual);
    const double next = dot(residual, next_direction);
    add_multiple(next_direction, next / left, direction);
    direction = std::move(next_direction);
    left = next;
  }
  return solution;
}

}  // namespace trivium::learning::statistics
