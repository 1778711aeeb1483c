// Ranges: the probabilities of a policy's actions for every hold'em holding in one state. They form
// the usual 13 x 13 grid: pairs on the diagonal from aces to twos, suited holdings above it,
// offsuit holdings below.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// One cell of the grid: holdings of the same two ranks and the same kind.
struct RangeCell {
  std::string name;                   ///< "AKs", "AA", "72o"
  int combinations = 0;               ///< number of holdings, without cards on the board
  double weight = 0;                  ///< mean weight of the holdings; 0 if there are none
  std::vector<double> probabilities;  ///< weighted mean of each action; empty if `weight` is 0
};

struct Range {
  std::vector<Action> actions;
  std::vector<std::string> action_words;  ///< from action_words() in words.h
  std::vector<double> probabilities;      ///< weighted means over all holdings; 0 without weight
  std::array<std::array<RangeCell, kRanks>, kRanks> cells;  ///< row and column 0 are aces
};

/// True for the names of policies that have ranges: "rule" and "cfr". Others are too slow or learn
/// from hands.
bool has_range(std::string_view policy) noexcept;

/// Returns an error if range_of() would: the hand is over, a board card is unknown, the game does
/// not use two hole cards and a 52-card deck, the policy cannot play it, or has_range() is false.
Status check_range(const Hand& hand, const Policy& policy);

/// Returns the range of the player to act. The player's own cards are ignored.
///
/// `weights` has a weight of 0 or more for each holding by its number in HoldingTable, such as the
/// probability that the player gets here with it; if empty, all weights are 1.
Result<Range> range_of(const Hand& hand, const Policy& policy,
                       std::span<const double> weights = {});

/// Returns readable text, lines ended by '\n'. Fold, call and raise (all sizes together) have one
/// grid of percentages each.
std::string to_text(const Range& range);

}  // namespace trivium::poker
