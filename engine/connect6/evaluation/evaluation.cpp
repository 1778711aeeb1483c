#include "engine/connect6/evaluation/evaluation.h"

#include <algorithm>

namespace trivium::connect6 {

std::int64_t weighted_sum(const FeatureVector& features, const Weights& weights) noexcept {
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < kFeatureCount; ++k)
    sum += std::int64_t{features[k]} * weights.units()[k];
  return sum;
}

Value evaluate(const FeatureVector& features, std::int64_t pattern_units,
               const Weights& weights) noexcept {
  constexpr std::int64_t kUnits = Weights::kUnitsPerHundredth;
  const std::int64_t sum = weighted_sum(features, weights) + pattern_units;
  const std::int64_t rounded = (sum + (sum < 0 ? -kUnits / 2 : kUnits / 2)) / kUnits;
  return static_cast<Value>(std::clamp<std::int64_t>(rounded, -kMaxEvaluation, kMaxEvaluation));
}

Score score_of(Value value) noexcept {
  Score score;
  score.value = value;
  if (!is_proved(value)) return score;
  score.kind = Score::Kind::kMate;
  // Own turns are number 0, 2, 4, ... from here, the opponent's 1, 3, 5, ...
  score.value = value > 0 ? (kWin - value) / 2 + 1 : -((kWin + value) / 2 + 1);
  return score;
}

double draw_margin(const LineFeatures& lines, const Weights& weights) noexcept {
  return weights.draws() ? weights.draws()->margin(room(lines)) : 0.0;
}

WinDrawLoss expectation(Value value, double draw_margin) noexcept {
  if (is_proved(value)) return value > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
  return ExpectationModel{.draw_margin = draw_margin}.expected(value / 100.0);
}

}  // namespace trivium::connect6
