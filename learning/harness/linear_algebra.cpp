#include "learning/harness/linear_algebra.h"

#include <cmath>

namespace trivium::learning {

std::optional<Cholesky> Cholesky::of(const Matrix& matrix) {
  Matrix lower(matrix.size);
  for (std::size_t row = 0; row < matrix.size; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      double rest = matrix.at(row, column);
      for (std::size_t k = 0; k < column; ++k) rest -= lower.at(row, k) * lower.at(column, k);
      if (row != column) {
        lower.at(row, column) = rest / lower.at(column, column);
      } else if (rest > 0.0 && std::isfinite(rest)) {
        lower.at(row, row) = std::sqrt(rest);
      } else {
        return std::nullopt;
      }
    }
  }
  return Cholesky(std::move(lower));
}

std::vector<double> Cholesky::solve(std::span<const double> right) const {
  std::vector<double> x(right.begin(), right.end());
  for (std::size_t row = 0; row < x.size(); ++row) {
    for (std::size_t k = 0; k < row; ++k) x[row] -= lower_.at(row, k) * x[k];
    x[row] /= lower_.at(row, row);
  }
  for (std::size_t row = x.size(); row-- > 0;) {
    for (std::size_t k = row + 1; k < x.size(); ++k) x[row] -= lower_.at(k, row) * x[k];
    x[row] /= lower_.at(row, row);
  }
  return x;
}

std::vector<double> Cholesky::inverse_diagonal() const {
  // Column by column of L^-1, whose squares these are.
  std::vector<double> diagonal(lower_.size);
  std::vector<double> column(lower_.size);
  for (std::size_t first = 0; first < lower_.size; ++first) {
    for (std::size_t row = first; row < lower_.size; ++row) {
      double rest = row == first ? 1.0 : 0.0;
      for (std::size_t k = first; k < row; ++k) rest -= lower_.at(row, k) * column[k];
      column[row] = rest / lower_.at(row, row);
      diagonal[first] += column[row] * column[row];
    }
  }
  return diagonal;
}

}  // namespace trivium::learning
