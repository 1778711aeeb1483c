// Local best response: how much a policy loses to a simple opponent who knows what it would do with every holding.
//
// The opponent keeps the policy's range exactly: every action of the policy multiplies the weight of each holding by the probability of
// that action with it. At each of its own decisions it takes what is best if both only check and call from there on: a call is worth the
// chips times the balance against the range; a bet wins the pot where the policy folds and is called with the rest of the range. Bets are
// those of a named set (bet_set.h). It plays a strategy, so that what it wins is, but for luck, no more than an exact best response would
// win, and a lower bound on how exploitable the policy is. Luck is kept small without changing the mean: only the opponent's cards and the
// board are dealt; the policy's action is drawn from its whole range, and the hand pays its mean over the range that is left (from the flop
// on also over the board cards that are still to come). Source: Lisy and Bowling 2017, "Equilibrium Approximation Quality of Current
// No-Limit Poker Bots".
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

/// In thousandths of a big blind a hand; what the opponent wins.
struct LbrResult {
  std::array<statistics::Moments, 2> by_position;  ///< of the opponent
  std::uint64_t questions = 0;                     ///< put to the policy, each for a whole range

  /// Positions count alike.
  double mean() const noexcept;
  double standard_error() const noexcept;
};

/// An error where the game has more than two players or own cards, or the policy cannot play it. The opponent's positions alternate.
/// Equal for any number of threads.
Result<LbrResult> local_best_response(const poker::GameDefinition& game, const poker::Policy& policy, const LbrOptions& options);

/// The exact mean for each position of the opponent, over all deals and actions of a small game: some thousand deals at most.
Result<std::array<double, 2>> exact_local_best_response(const poker::GameDefinition& game, const poker::Policy& policy,
                                                        const BetPlan& bets);

}  // namespace trivium::learning::poker_measure
