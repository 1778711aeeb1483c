#include "learning/tdleaf/linear_model.h"

#include "engine/core/logistic.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr double kPercent = 0.01;

/// Returns the scale factor of the sum, in [0, 1], which depends on the better side.
double share_counted(const chess::Extraction& position, double sum) noexcept {
  return kPercent * position.scale(sum >= 0.0 ? chess::Color::kWhite : chess::Color::kBlack);
}

}  // namespace

double win_probability(double centipawns, double scale) noexcept {
  return logistic(centipawns / scale);
}

double evaluation(const chess::Extraction& position, std::span<const double> weights) noexcept {
  double middlegame = 0.0;  // in pawns, as endgame
  double endgame = 0.0;
  for (const chess::Coefficient& one : position.balance()) {
    middlegame += weights[one.feature] * one.count;
    endgame += weights[chess::kFeatureCount + one.feature] * one.count;
  }
  const double sum = middlegame * position.phase() +
                     endgame * (100 - position.phase());  // pawns x percent are centipawns
  return sum * share_counted(position, sum);
}

void add_gradient(const chess::Extraction& position, double value, double factor,
                  std::span<double> gradient) noexcept {
  const double counted = factor * share_counted(position, value);
  const double middlegame = counted * kPercent * position.phase();
  const double endgame = counted * kPercent * (100 - position.phase());
  for (const chess::Coefficient& one : position.balance()) {
    gradient[one.feature] += middlegame * one.count;
    gradient[chess::kFeatureCount + one.feature] += endgame * one.count;
  }
}

}  // namespace trivium::learning::tdleaf
