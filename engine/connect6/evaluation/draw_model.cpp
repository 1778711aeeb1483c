#include "engine/connect6/evaluation/draw_model.h"

#include <cmath>
#include <limits>

namespace trivium::connect6 {

bool DrawModel::plausible() const noexcept {
  return std::abs(level) <= kMax && slope >= -kMax && slope <= 0.0;
}

double DrawModel::margin(double room) const noexcept {
  if (room <= 0.0) return std::numeric_limits<double>::infinity();
  const double log_term = level + slope * std::log(room);
  // softplus() would differ in the last digit from the formula by which weights were trained.
  constexpr double kLargeTerm = 50.0;  // log(1 + exp(x)) is x from here on
  return (log_term > kLargeTerm ? log_term : std::log1p(std::exp(log_term))) / 2.0;
}

int living_windows(const LineFeatures& lines) noexcept {
  int living = 0;
  for (int i = 0; i < lines.table().windows(); ++i) {
    const auto window = static_cast<Window>(i);
    living +=
        lines.count(window, Stone::kBlack) == 0 || lines.count(window, Stone::kWhite) == 0 ? 1 : 0;
  }
  return living;
}

double room(int windows, int empty) noexcept {
  return empty > 0 ? static_cast<double>(windows) / empty : 0.0;
}

double room(const LineFeatures& lines) noexcept {
  return room(living_windows(lines), lines.cells() - lines.stones());
}

}  // namespace trivium::connect6
