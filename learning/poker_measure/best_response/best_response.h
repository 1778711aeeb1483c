// Exact best response and exact values in small heads-up games.
//
// One traversal of the public tree computes the best response: at each decision and with each
// holding, the action of maximum value against the opponent's range. Exploitability,
// (BR1 + BR2) / 2, is the mean winnings of best responses in both positions. It is 0 for an
// equilibrium. Lower bounds such as the local best response are tested against these values.
// Source: Johanson, Waugh, Bowling and Zinkevich 2011, "Accelerating Best Response Calculation in
// Large Extensive Games".
#pragma once

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/poker_measure/best_response/public_tree.h"
#include "learning/poker_measure/best_response/tree_strategy.h"

namespace trivium::learning::poker_measure {

/// Returns the expected winnings of a best response in position `player` (0 or 1) against the other
/// position's part of `strategy`, in chips per hand.
double best_response_value(const PublicTree& tree, const TreeStrategy& strategy, int player);

/// Returns `strategy` with the decisions of `player` replaced by a pure best response. The first of
/// equal actions is chosen, also at infosets that the opponent's strategy never reaches.
TreeStrategy best_response(const PublicTree& tree, const TreeStrategy& strategy, int player);

/// Returns the expected winnings of position 0 in chips per hand. Position 0 plays `first`, and
/// position 1 plays `second`.
double expected_value(const PublicTree& tree, const TreeStrategy& first,
                      const TreeStrategy& second);

/// Returns the exploitability, (BR1 + BR2) / 2, in chips per hand.
double exploitability(const PublicTree& tree, const TreeStrategy& strategy);

/// Converts chips to thousandths of the game's big blind, which is the ante in Kuhn and Leduc.
double in_milli_blinds(const poker::GameDefinition& game, double chips) noexcept;

/// Overloads that build the public tree and read the strategies from policies (strategy_of()). They
/// fail if PublicTree::make() fails. Requires: the policies can play `game`.
Result<double> best_response_value(const poker::GameDefinition& game, const poker::Policy& policy,
                                   int player);
Result<double> exploitability(const poker::GameDefinition& game, const poker::Policy& policy);

}  // namespace trivium::learning::poker_measure
