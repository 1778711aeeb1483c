// The cards that may come to a board, all sets of them or a sample: what a chance event is averaged
// over.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/rules/card.h"

namespace trivium::learning::poker_measure {

/// Some sets of cards, and how much each of them counts.
struct BoardOutcomes {
  std::vector<std::vector<poker::Card>> sets;
  double weight = 0;  ///< times the weight of the pairs of holdings that are left, over that
                      ///< before: the chance of a set
};

/// Where there are more than `most` sets, `sampled` of them are drawn.
struct OutcomeLimits {
  std::size_t most = 0;
  std::size_t sampled = 0;
};

/// Sets of `count` cards of `left`, which are those that may come for some pair of holdings; a pair
/// leaves `possible` sets, all pairs as many.
BoardOutcomes board_outcomes(std::span<const poker::Card> left, std::size_t count, double possible,
                             OutcomeLimits limits, Rng& rng);

}  // namespace trivium::learning::poker_measure
