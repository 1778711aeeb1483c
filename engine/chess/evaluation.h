// The evaluation of paper 002: v(P) = sum of weight x feature, mine minus the opponent's (equation 1), in centipawns.
#pragma once

#include <cstdint>

#include "engine/chess/features.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/value.h"
#include "engine/chess/weights.h"

namespace trivium::chess {

/// The sum before rounding, from White's view, in Weights units.
std::int32_t weighted_sum(const FeatureCounts& counts, const Weights& weights) noexcept;

/// Centipawns from a sum in units: to the nearest, halves away from zero, so that both sides see the same number.
constexpr Value round_to_centipawns(std::int32_t units) noexcept {
  constexpr std::int32_t kHalf = Weights::kUnitsPerCentipawn / 2;
  return (units + (units < 0 ? -kHalf : kHalf)) / Weights::kUnitsPerCentipawn;
}

/// Centipawns from the side to move's view, at most kMaxEvaluation in size.
Value evaluate(const Position& position, const Weights& weights) noexcept;

}  // namespace trivium::chess
