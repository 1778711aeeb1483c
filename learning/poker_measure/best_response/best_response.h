// Exact best response and exact values in small heads-up games.
//
// The best reply to a strategy is found in one walk of the public tree: at each of its decisions a player takes, with each holding, the
// action that is worth most against all that the other may hold by then. Exploitability, (BR1 + BR2) / 2, is what a strategy loses in the
// mean of both positions to opponents who know it; 0 is an equilibrium. All that loses less than a best response (local best response,
// opponents of flesh) is checked against these.
#pragma once

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/poker_measure/best_response/public_tree.h"
#include "learning/poker_measure/best_response/tree_strategy.h"

namespace trivium::learning::poker_measure {

/// Chips a hand that the player at position `player` wins at most against the strategy of the other.
double best_response_value(const PublicTree& tree, const TreeStrategy& strategy, int player);

/// The best response itself: at the decisions of `player` what is best (the first of equals), at the others `strategy`. Where the other
/// never lets `player` get to, he takes the first action.
TreeStrategy best_response(const PublicTree& tree, const TreeStrategy& strategy, int player);

/// Chips a hand that position 0 wins where position 0 plays `first` and position 1 `second`.
double expected_value(const PublicTree& tree, const TreeStrategy& first, const TreeStrategy& second);

/// (BR1 + BR2) / 2 in chips a hand.
double exploitability(const PublicTree& tree, const TreeStrategy& strategy);

/// The same in thousandths of the big blind, which is the ante in Kuhn and Leduc.
double in_milli_blinds(const poker::GameDefinition& game, double chips) noexcept;

/// The same for policies. The error says why there is no public tree of the game.
Result<double> best_response_value(const poker::GameDefinition& game, const poker::Policy& policy, int player);
Result<double> expected_value(const poker::GameDefinition& game, const poker::Policy& first, const poker::Policy& second);
Result<double> exploitability(const poker::GameDefinition& game, const poker::Policy& policy);

}  // namespace trivium::learning::poker_measure
