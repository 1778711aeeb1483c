#include "engine/chess/evaluation.h"

#include <algorithm>

namespace trivium::chess {

std::int32_t weighted_sum(const FeatureCounts& counts, const Weights& weights) noexcept {
  const FeatureVector balance = counts.balance(Color::kWhite);
  std::int32_t sum = 0;
  for (std::size_t k = 0; k < kFeatureCount; ++k) sum += weights.units()[k] * balance[k];
  return sum;
}

Value evaluate(const Position& position, const Weights& weights) noexcept {
  const Value white = round_to_centipawns(weighted_sum(extract_features(position), weights));
  const Value mine = position.side_to_move() == Color::kWhite ? white : -white;
  return std::clamp(mine, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace trivium::chess
