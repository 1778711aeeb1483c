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

/// Solves A x = right with at most `products` products. Stops when `left` is at most the share
/// `residual` of its first value. The defaults are exact enough for Newton's method.
template <class Product>
ConjugateGradients solve_by_conjugate_gradients(std::vector<double> right,
                                                std::span<const double> diagonal,
                                                const Product& product, std::size_t products = 24,
                                                double residual = 1e-2) {
  ConjugateGradients run(std::move(right), diagonal);
  for (std::size_t i = 0; i < products && run.left > residual * run.first_residual; ++i)
    run.advance(diagonal, product);
  return run;
}

}  // namespace trivium::learning::statistics
