#include "learning/statistics/linear_algebra.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trivium::learning::statistics {

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

void Cholesky::solve_columns(Matrix& columns) const {
  constexpr std::size_t kTogether = 32;  // columns solved together, to read L once for all of them
  const std::size_t size = lower_.size;
  Matrix upper(size);
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t k = 0; k <= row; ++k) upper.at(k, row) = lower_.at(row, k);
  }
  std::vector<double> some(size * kTogether);
  const auto substitute_row = [&](const Matrix& factor, std::size_t row, std::size_t begin,
                                  std::size_t end) {
    double* const here = some.data() + row * kTogether;
    std::array<double, kTogether> rest{};
    std::copy_n(here, kTogether, rest.begin());
    for (std::size_t k = begin; k < end; ++k) {
      const double by = factor.at(row, k);
      const double* const other = some.data() + k * kTogether;
      for (std::size_t c = 0; c < kTogether; ++c) rest[c] -= by * other[c];
    }
    for (std::size_t c = 0; c < kTogether; ++c) here[c] = rest[c] / factor.at(row, row);
  };
  for (std::size_t first = 0; first < size; first += kTogether) {
    const std::size_t count = std::min(kTogether, size - first);
    for (std::size_t row = 0; row < size; ++row)
      std::copy_n(&columns.at(row, first), count, some.data() + row * kTogether);
    for (std::size_t row = 0; row < size; ++row) substitute_row(lower_, row, 0, row);
    for (std::size_t row = size; row-- > 0;) substitute_row(upper, row, row + 1, size);
    for (std::size_t row = 0; row < size; ++row)
      std::copy_n(some.data() + row * kTogether, count, &columns.at(row, first));
  }
}

std::vector<double> Cholesky::sandwich_diagonal(const Matrix& middle) const {
  const std::size_t size = lower_.size;
  Matrix half(size), inverse(size);
  for (std::size_t row = 0; row < size; ++row) {
    inverse.at(row, row) = 1;
    for (std::size_t k = 0; k <= row; ++k) half.at(row, k) = half.at(k, row) = middle.at(row, k);
  }
  solve_columns(half);
  solve_columns(inverse);
  std::vector<double> diagonal(size);
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t k = 0; k < size; ++k) diagonal[row] += half.at(row, k) * inverse.at(row, k);
  }
  return diagonal;
}

std::vector<double> Cholesky::inverse_diagonal() const {
  // Sums the squares of L^-1 column by column.
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

}  // namespace trivium::learning::statistics
