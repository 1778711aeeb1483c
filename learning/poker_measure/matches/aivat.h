// AIVAT: an unbiased estimate of the winnings in a finished hand, with less variance than the
// payoff.
//
// The payoff is averaged over the possible holdings of each player with a known policy, weighted by
// their probability of reaching the end of the hand. Each chance event (board cards, or the holding
// of a player with an unknown policy) and each decision of a known policy adds a correction: the
// expected value before the event minus the value after it. Corrections have mean zero for any
// value function. A good value function reduces the variance and a bad one increases it, but
// neither adds bias. Events with many outcomes (the flop of hold'em) are averaged over an
// independent sample, which keeps the mean too.
// Source: Burch, Schmid, Moravcik, Morrill and Bowling 2018, "AIVAT: A New Variance Reduction
// Technique for Agent Evaluation in Imperfect Information Games".
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "learning/poker_measure/showdown/showdown_balance.h"
#include "learning/poker_measure/showdown/value_function.h"

namespace trivium::learning::poker_measure {

/// Checks that a hand is finished and has both players' cards and the dealt board. The error states
/// what is missing.
Status check_whole(const poker::Hand& hand);

/// Estimator for one game of two players with one or two own cards each. Immutable, thread-safe.
class Aivat {
 public:
  /// Policy of each position; null if it is unknown.
  using Known = std::array<const poker::Policy*, 2>;

  /// Uses `value`. Requires: check_two_players() (deals.h) succeeds; `game` outlives this object.
  Aivat(const poker::GameDefinition& game, std::shared_ptr<const ValueFunction> value,
        std::uint64_t seed = 1);

  /// Returns the estimated winnings of position 0 in chips. Fails if a player with a known policy
  /// takes an action that the policy never takes with that holding. Random numbers depend only on
  /// the seed, the number of the hand and `copy`, which distinguishes hands with equal numbers.
  /// Requires: check_whole(hand) succeeds.
  Result<double> estimate(const poker::Hand& hand, const Known& known,
                          std::uint64_t copy = 0) const;

 private:
  std::shared_ptr<const ValueFunction> value_;
  std::uint64_t seed_;
  ShowdownTable showdowns_;
  /// [player][holding]: value for position 0 before the first action, averaged over all holdings of
  /// the other player.
  std::array<std::vector<double>, 2> deal_values_;
};

}  // namespace trivium::learning::poker_measure
