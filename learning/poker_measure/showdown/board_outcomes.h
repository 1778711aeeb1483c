// Outcomes of a chance event that deals board cards: all sets of cards, or a random sample of them.
// AIVAT averages over them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/rules/card.h"

namespace trivium::learning::poker_measure {

/// Sets of cards with their common weight.
struct BoardOutcomes {
  std::vector<std::vector<poker::Card>> sets;
  /// Factor of each set. Multiplied by the weight of the pairs of holdings that share no card with
  /// the set, as a fraction of the weight of all pairs, it is the probability of the set. For a
  /// sample, it is scaled, so that sums over the sample have the expectation of those over all
  /// sets.
  double weight = 0;
};

/// If there are more than `max_sets` sets, `sampled` of them are drawn at random.
struct OutcomeLimits {
  std::size_t max_sets = 0;
  std::size_t sampled = 0;
};

/// Returns sets of `count` cards out of `left`, the cards that can be dealt for at least one pair
/// of holdings. `possible` is the number of sets that a given pair of holdings leaves.
BoardOutcomes board_outcomes(std::span<const poker::Card> left, std::size_t count, double possible,
                             OutcomeLimits limits, Rng& rng);

}  // namespace trivium::learning::poker_measure
