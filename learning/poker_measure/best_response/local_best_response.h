// Local best response (LBR): a lower bound on the exploitability of a policy.
//
// The LBR player tracks the policy's range exactly: each action of the policy multiplies the weight
// of each holding by the action's probability. It chooses the best action under the assumption that
// both players only check and call afterwards. A call is worth the stake times the balance against
// the range (showdown_balance.h). A bet wins the pot if the policy folds, and is otherwise called
// by the rest of the range. Bet sizes come from a plan (bet_set.h). The expected winnings never
// exceed those of an exact best response.
//
// Variance is reduced without bias. Only the LBR player's cards and the board are dealt, the
// policy's action is sampled from its whole range, and the payoff is the mean over the remaining
// range. If the betting ends early, but after the first board cards, the payoff is also the mean
// over the missing board cards.
// Source: Lisy and Bowling 2017, "Equilibrium Approximation Quality of Current No-Limit Poker
// Bots".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "learning/harness/work_items.h"
#include "learning/poker_measure/best_response/bet_set.h"
#include "learning/statistics/moments.h"

namespace trivium::learning::poker_measure {

struct LbrOptions {
  BetPlan bets;                ///< actions that the LBR player considers
  std::uint64_t hands = 1000;  ///< at least 1
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  WorkProgress progress;  ///< called with the number of hands done
};

/// Winnings of the LBR player, in thousandths of a big blind per hand.
struct LbrResult {
  std::array<statistics::Moments, 2> by_position;  ///< by position of the LBR player
  std::uint64_t questions = 0;                     ///< queries of the policy, each for a range

  auto fields() noexcept { return std::tie(by_position, questions); }  ///< for Shards::sum()
  /// Returns the mean with equal weight of both positions.
  double mean() const noexcept;
  /// Returns the standard error of mean().
  double standard_error() const noexcept;
};

/// Plays `options.hands` hands against the policy. The LBR player's position alternates. Returns
/// the same result for any number of threads. Fails if the game does not have two players with one
/// or two own cards each, or if the policy cannot play it.
Result<LbrResult> local_best_response(const poker::GameDefinition& game,
                                      const poker::Policy& policy, const LbrOptions& options);

/// Returns the exact mean winnings by position of the LBR player, in thousandths of a big blind per
/// hand, over all deals and actions. Fails like local_best_response(), and if there are more than a
/// million deals of its cards and the board.
Result<std::array<double, 2>> exact_local_best_response(const poker::GameDefinition& game,
                                                        const poker::Policy& policy,
                                                        const BetPlan& bets);

}  // namespace trivium::learning::poker_measure
