#include "learning/harness/linear_algebra.h"

#include <doctest/doctest.h>

namespace trivium::learning {

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

TEST_CASE("a system is solved, and the diagonal of the inverse is what solving for unit vectors gives") {
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

TEST_CASE("a matrix that is not positive definite has no factor") {
  Matrix matrix = small_system();
  matrix.at(2, 2) = 0;
  CHECK_FALSE(Cholesky::of(matrix));
}

}  // namespace trivium::learning
