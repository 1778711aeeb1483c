// Costs of turns in a search by realization probability: minus the logarithm of the probability.
//
// Costs are integers in sixteenths of a bit, so that depths are equal on every machine
// (steady_math.h).
// Source: Tsuruoka, Yokoyama and Chikayama, "Game-tree search algorithm based on realization
// probability" (ICGA Journal 25(3), 2002).
#pragma once

#include "engine/core/steady_math.h"

namespace trivium::connect6 {

using Cost = int;

/// Cost of the probability 1/2.
inline constexpr Cost kBit = 16;
/// Maximum cost.
inline constexpr Cost kMaxCost = 64 * kBit;

/// Returns the cost of `probability` (at most 1), rounded to nearest.
inline Cost cost_of(double probability) noexcept {
  if (probability <= 0.0) return kMaxCost;
  const double cost = -steady_log2(probability) * kBit + 0.5;
  return cost <= 0.0 ? 0 : cost >= kMaxCost ? kMaxCost : static_cast<Cost>(cost);
}

/// Returns the probability whose cost is `cost`.
inline double probability_of(Cost cost) noexcept {
  return steady_exp2(-static_cast<double>(cost) / kBit);
}

}  // namespace trivium::connect6
