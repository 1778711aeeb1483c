// The little dense algebra that Newton's method needs: symmetric positive definite systems of a few
// hundred unknowns.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace trivium::learning::statistics {

/// A square matrix, row by row.
struct Matrix {
  std::size_t size = 0;
  std::vector<double> values;

  explicit Matrix(std::size_t n) : size(n), values(n * n) {}
  double& at(std::size_t row, std::size_t column) noexcept { return values[row * size + column]; }
  double at(std::size_t row, std::size_t column) const noexcept {
    return values[row * size + column];
  }
};

/// The Cholesky factor of a symmetric matrix: lower triangle L with L L^T equal to it. Only the
/// lower triangle is read.
class Cholesky {
 public:
  /// None when the matrix is not positive definite.
  static std::optional<Cholesky> of(const Matrix& matrix);

  /// x with (L L^T) x = right.
  std::vector<double> solve(std::span<const double> right) const;

  /// Of (L L^T)^-1, the variances where the matrix is information.
  std::vector<double> inverse_diagonal() const;

  /// Of (L L^T)^-1 M (L L^T)^-1 for a symmetric M, `middle`, of the same size and of which only the
  /// lower triangle is read: the variances where the matrix is information and M the variance of
  /// the slope.
  std::vector<double> sandwich_diagonal(const Matrix& middle) const;

 private:
  explicit Cholesky(Matrix lower) : lower_(std::move(lower)) {}

  /// Makes each column x of the matrix the one with (L L^T) y = x.
  void solve_columns(Matrix& columns) const;

  Matrix lower_;
};

}  // namespace trivium::learning::statistics
