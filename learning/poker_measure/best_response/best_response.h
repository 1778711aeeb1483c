// Exact best response and exact values in small heads-up games.
//
// One walk of the public tree computes the best response: at each decision and with each holding,
// the action of maximum value against the opponent's range. Exploitability, (BR1 + BR2) / 2, is the
// mean loss over both positions against a best-responding opponent; 0 is an equilibrium. Local best
// response and other lower bounds are tested against it.
#pragma once

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/poker_measure/best_response/public_tree.h"
#include "learning/poker_measure/best_response/tree_strategy.h"

namespace trivium::learning::poker_measure {

/// Returns the maximum winnings of position `player` against the other's strategy, in chips per
/// hand.
double best_response_value(const PublicTree& tree, const TreeStrategy& strategy, int player);

/// Returns the best response at decisions of `player` (ties: the first action) and `strategy`
/// elsewhere. At infosets that the opponent's strategy never reaches, it is the first action.
TreeStrategy best_response(const PublicTree& tree, const TreeStrategy& strategy, int player);

/// Returns the winnings of position 0, playing `first` against `second`, in chips per hand.
double expected_value(const PublicTree& tree, const TreeStrategy& first,
                      const TreeStrategy& second);

/// Returns (BR1 + BR2) / 2 in chips per hand.
double exploitability(const PublicTree& tree, const TreeStrategy& strategy);

/// The same in thousandths of the big blind, which is the ante in Kuhn and Leduc.
double in_milli_blinds(const poker::GameDefinition& game, double chips) noexcept;

/// The same for policies. The error says why there is no public tree of the game.
Result<double> best_response_value(const poker::GameDefinition& game, const poker::Policy& policy,
                                   int player);
Result<double> expected_value(const poker::GameDefinition& game, const poker::Policy& first,
                              const poker::Policy& second);
Result<double> exploitability(const poker::GameDefinition& game, const poker::Policy& policy);

}  // namespace trivium::learning::poker_measure
