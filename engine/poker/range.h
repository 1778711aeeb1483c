// What a policy does with every holding of hold'em in one state, as the square that players draw: pairs on the diagonal from aces to twos,
// suited holdings above it, the others below.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policy.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// The holdings of one cell.
struct RangeCell {
  std::string name;                   ///< "AKs", "AA", "72o"
  int combinations = 0;               ///< of its cards, without those on the board
  std::vector<double> probabilities;  ///< of each action, the mean over them; empty where there is none
};

struct Range {
  std::vector<Action> actions;
  std::vector<std::string> action_words;                    ///< words.h
  std::vector<double> probabilities;                        ///< the mean over all holdings
  std::array<std::array<RangeCell, kRanks>, kRanks> cells;  ///< from the aces down
};

/// The range of the player to act; his own cards do not matter. Errors: the hand is over, a card of the board is not known, the game is not
/// played with two cards of a whole deck, or the policy is neither the rule nor a learned strategy: others take too long or learn from
/// hands.
Result<Range> range_of(const Hand& hand, const Policy& policy);

/// For a reader, lines ended by '\n': for each kind of action (all raises together) a square of percentages.
std::string to_text(const Range& range);

}  // namespace trivium::poker
