#include "learning/statistics/newton.h"

namespace trivium::learning::statistics {

std::optional<Direction> newton_direction(const Matrix& curvature,
                                          std::span<const double> gradient) {
  const std::optional<Cholesky> factor = Cholesky::of(curvature);
  if (!factor) return std::nullopt;
  Direction direction{factor->solve(gradient)};
  direction.gain = 0.5 * dot(gradient, direction.step);
  return direction;
}

}  // namespace trivium::learning::statistics
