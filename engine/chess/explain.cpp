#include "engine/chess/explain.h"

#include <algorithm>
#include <cstdlib>

#include "fmt/format.h"

#include "engine/chess/evaluation.h"

namespace trivium::chess {

Explanation explain(const Position& position, const Weights& weights) {
  const FeatureCounts counts = extract_features(position);
  Explanation explanation;
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    const std::int32_t weight = weights.units()[k];
    explanation.terms.push_back(
        {std::string(kFeatures[k].name), counts.white[k], counts.black[k], weight, weight * (counts.white[k] - counts.black[k])});
  }
  const std::int32_t sum = weighted_sum(counts, weights);
  const Value rounded = round_to_centipawns(sum);
  explanation.white_centipawns = std::clamp(rounded, -kMaxEvaluation, kMaxEvaluation);
  explanation.rounding_units = rounded * Weights::kUnitsPerCentipawn - sum;
  explanation.limit_units = (explanation.white_centipawns - rounded) * Weights::kUnitsPerCentipawn;
  explanation.score_centipawns = position.side_to_move() == Color::kWhite ? explanation.white_centipawns : -explanation.white_centipawns;
  explanation.weights_source = weights.source();
  return explanation;
}

std::string units_text(std::int32_t units) {
  static_assert(Weights::kUnitsPerCentipawn == 100);
  const std::int32_t size = std::abs(units);
  return fmt::format("{}{}.{:02}", units < 0 ? "-" : "", size / 100, size % 100);
}

std::string to_text(const Explanation& explanation) {
  std::string text = fmt::format("{:<12}{:>8}{:>8}{:>12}{:>14}\n", "feature", "white", "black", "weight", "contribution");
  for (const ExplainedTerm& term : explanation.terms) {
    text += fmt::format("{:<12}{:>8}{:>8}{:>12}{:>14}\n", term.name, term.white, term.black, units_text(term.weight_units),
                        units_text(term.contribution_units));
  }
  const auto total_row = [&](std::string_view name, std::int32_t units) { text += fmt::format("{:<40}{:>14}\n", name, units_text(units)); };
  if (explanation.rounding_units != 0) total_row("rounding", explanation.rounding_units);
  if (explanation.limit_units != 0) total_row("limit", explanation.limit_units);
  total_row("total, White's view (centipawns)", explanation.white_centipawns * Weights::kUnitsPerCentipawn);
  text += fmt::format("score, side to move's view: {} cp\nweights: {}\n", explanation.score_centipawns, explanation.weights_source);
  return text;
}

}  // namespace trivium::chess
