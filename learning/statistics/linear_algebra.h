// Dense linear algebra for Newton's method and for standard errors: Cholesky factorization of
// symmetric positive definite matrices of a few hundred rows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "learning/statistics/vectors.h"

namespace trivium::learning::statistics {

/// A square matrix, stored row by row. Initially all elements are 0.
struct Matrix {
  std::size_t size = 0;
  std::vector<double> values;

  explicit Matrix(std::size_t n) : size(n), values(n * n) {}
  auto fields() noexcept { return std::tie(size, values); }  ///< for learning::Transfer
  /// Requires: equal sizes.
  Matrix& operator+=(const Matrix& more) noexcept {
    add_multiple(values, 1.0, more.values);
    return *this;
  }
  double& at(std::size_t row, std::size_t column) noexcept { return values[row * size + column]; }
  double at(std::size_t row, std::size_t column) const noexcept {
    return values[row * size + column];
  }
};

/// Cholesky factor of a symmetric matrix: the lower triangle L for which L L^T is the matrix.
class Cholesky {
 public:
  /// Returns the factor, or nothing if the matrix is not positive definite. Reads only the lower
  /// triangle.
  static std::optional<Cholesky> of(const Matrix& matrix);

  /// Returns x with (L L^T) x = right. Requires: `right` has the size of the matrix.
  std::vector<double> solve(std::span<const double> right) const;

  /// Returns the diagonal of (L L^T)^-1. These are the variances of estimates if the matrix is
  /// their information.
  std::vector<double> inverse_diagonal() const;

  /// Returns the diagonal of (L L^T)^-1 M (L L^T)^-1 for the symmetric matrix M = `middle` of the
  /// same size, of which only the lower triangle is read. These are the variances of estimates if
  /// the matrix is their information and M the variance of the gradient (sandwich estimator).
  std::vector<double> sandwich_diagonal(const Matrix& middle) const;

 private:
  explicit Cholesky(Matrix lower) : lower_(std::move(lower)) {}

  /// Replaces each column x of the matrix by y with (L L^T) y = x.
  void solve_columns(Matrix& columns) const;

  Matrix lower_;
};

}  // namespace trivium::learning::statistics
