// Ranges: the probabilities of a policy's actions for every hold'em holding in one state. They form
// the usual 13 x 13 grid: pairs on the diagonal from aces to twos, suited holdings above it,
// offsuit holdings below.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// One cell of the grid: holdings of the same two ranks and the same kind.
struct RangeCell {
  std::string name;                   ///< "AKs", "AA", "72o"
  int combinations = 0;               ///< number of holdings, without cards on the board
  std::vector<double> probabilities;  ///< mean of each action; empty if `combinations` is 0
};

struct Range {
  std::vector<Action> actions;
  std::vector<std::string> action_words;                    ///< from action_words() in words.h
  std::vector<double> probabilities;                        ///< means over all holdings
  std::array<std::array<RangeCell, kRanks>, kRanks> cells;  ///< row and column 0 are aces
};

/// Returns the range of the player to act. The player's own cards are ignored. Errors: the hand is
/// over, a board card is unknown, the game does not use two hole cards and a 52-card deck, the
/// policy cannot play it, or the policy is neither "rule" nor "cfr" (others are too slow or learn
/// from hands).
Result<Range> range_of(const Hand& hand, const Policy& policy);

/// Returns readable text, lines ended by '\n'. Fold, call and raise (all sizes together) have one
/// grid of percentages each.
std::string to_text(const Range& range);

}  // namespace trivium::poker
