// Local best response: a lower bound on the exploitability of a policy.
//
// The opponent tracks the policy's range exactly: each action of the policy multiplies the weight
// of each holding by the action's probability. It chooses the best action under the assumption that
// both only check and call afterwards: a call is worth the chips times the balance against the
// range; a bet wins the pot if the policy folds, and else is called by the remaining range. Bets
// come from a named set (bet_set.h). Its expected winnings never exceed those of an exact best
// response. Variance is reduced without bias: only the opponent's cards and the board are dealt,
// the policy's action is sampled from its whole range, and the payoff is the mean over the
// remaining range (from the flop on also over the future board cards). Source: Lisy and Bowling
// 2017, "Equilibrium Approximation Quality of Current No-Limit Poker Bots".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "learning/harness/work_items.h"
#include "learning/poker_measure/best_response/bet_set.h"
#include "learning/statistics/moments.h"

namespace trivium::learning::poker_measure {

struct LbrOptions {
  BetPlan bets;
  std::uint64_t hands = 1000;  ///< at least one
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  WorkProgress progress;
};

/// Winnings of the opponent, in thousandths of a big blind per hand.
struct LbrResult {
  std::array<statistics::Moments, 2> by_position;  ///< of the opponent
  std::uint64_t questions = 0;                     ///< put to the policy, each for a whole range

  /// Returns the mean with equal weight of both positions.
  double mean() const noexcept;
  double standard_error() const noexcept;
};

/// Fails if the game has more than two players or own cards, or the policy does not support it. The
/// opponent's positions alternate. Same result for any number of threads.
Result<LbrResult> local_best_response(const poker::GameDefinition& game,
                                      const poker::Policy& policy, const LbrOptions& options);

/// Returns the exact mean by position of the opponent, over all deals and actions. For small games:
/// some thousand deals at most.
Result<std::array<double, 2>> exact_local_best_response(const poker::GameDefinition& game,
                                                        const poker::Policy& policy,
                                                        const BetPlan& bets);

}  // namespace trivium::learning::poker_measure
