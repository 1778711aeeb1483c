#include "learning/statistics/linear_algebra.h"

#include <algorithm>
#include <doctest/doctest.h>

namespace trivium::learning::statistics {

namespace {

using doctest::Approx;

/// 4 2 0; 2 5 1; 0 1 3, of which only the lower triangle is there.
Matrix small_system() {
  Matrix matrix(3);
  matrix.at(0, 0) = 4;
  matrix.at(1, 0) = 2;
  matrix.at(1, 1) = 5;
  matrix.at(2, 1) = 1;
  matrix.at(2, 2) = 3;
  return matrix;
}

}  // namespace

TEST_CASE(
    "a system is solved, and the diagonal of the inverse agrees with solutions for unit vectors") {
  const std::optional<Cholesky> factor = Cholesky::of(small_system());
  REQUIRE(factor);
  const std::vector<double> x = factor->solve(std::vector<double>{8, 15, 11});
  CHECK(4 * x[0] + 2 * x[1] == Approx(8));
  CHECK(2 * x[0] + 5 * x[1] + x[2] == Approx(15));
  CHECK(x[1] + 3 * x[2] == Approx(11));
  const std::vector<double> diagonal = factor->inverse_diagonal();
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> unit(3);
    unit[k] = 1;
    CHECK(diagonal[k] == Approx(factor->solve(unit)[k]));
  }
}

TEST_CASE("the diagonal of a sandwich agrees with solving from both sides") {
  const std::optional<Cholesky> factor = Cholesky::of(small_system());
  REQUIRE(factor);
  Matrix middle(3);
  middle.at(0, 0) = 2;
  middle.at(1, 0) = -1;
  middle.at(1, 1) = 3;
  middle.at(2, 0) = 0.5;
  middle.at(2, 2) = 1;
  const std::vector<double> diagonal = factor->sandwich_diagonal(middle);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> unit(3);
    unit[k] = 1;
    const std::vector<double> side = factor->solve(unit);
    double sum = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b)
        sum += side[a] * side[b] * middle.at(std::max(a, b), std::min(a, b));
    }
    CHECK(diagonal[k] == Approx(sum));
  }
}

TEST_CASE("a sandwich of a matrix with itself is its inverse, however many columns there are") {
  Matrix matrix(37);
  for (std::size_t row = 0; row < 37; ++row) {
    for (std::size_t k = 0; k <= row; ++k)
      matrix.at(row, k) = row == k ? 40.0 : 1.0 / static_cast<double>(row + k);
  }
  const std::optional<Cholesky> factor = Cholesky::of(matrix);
  REQUIRE(factor);
  const std::vector<double> inverse = factor->inverse_diagonal(),
                            sandwich = factor->sandwich_diagonal(matrix);
  for (std::size_t k = 0; k < 37; ++k) CHECK(sandwich[k] == Approx(inverse[k]));
}

TEST_CASE("a matrix that is not positive definite has no factor") {
  Matrix matrix = small_system();
  matrix.at(2, 2) = 0;
  CHECK_FALSE(Cholesky::of(matrix));
}

}  // namespace trivium::learning::statistics
