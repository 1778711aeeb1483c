// AIVAT: unbiased estimate of a finished hand's value with reduced variance from cards and known
// policies.
//
// The possible holdings of a player with a known policy are averaged, weighted by their probability
// of reaching this state. For each chance event (board cards, the holding of a player with an
// unknown policy) and each decision of a known policy, the expected value before the event minus
// the value after it is added. This correction has mean zero for any value function: a good one
// reduces variance, a wrong one increases it, and neither adds bias. Events with many outcomes (the
// flop of hold'em) are averaged over an independent sample, which also keeps the mean. Source:
// Burch, Schmid, Moravcik, Morrill and Bowling 2018, "AIVAT: A New Variance Reduction Technique for
// Agent Evaluation in Imperfect Information Games".
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

/// Checks that a finished hand has both players' cards and the dealt board. The error names what is
/// missing.
Status check_whole(const poker::Hand& hand);

/// For one game of two players with one or two own cards each. Thread-safe: immutable.
class Aivat {
 public:
  /// Known policy by position, or null.
  using Known = std::array<const poker::Policy*, 2>;

  /// Fails if the game is not supported. Requires: `game` outlives the result.
  static Result<Aivat> make(const poker::GameDefinition& game,
                            std::shared_ptr<const ValueFunction> value, std::uint64_t seed = 1);

  /// Returns the estimated winnings of position 0 in chips. Fails if a known player takes an action
  /// that its policy never takes with its holding. Random numbers depend only on `seed`, the number
  /// of the hand and `copy`, which distinguishes hands with equal numbers. Requires:
  /// check_whole(hand).
  Result<double> estimate(const poker::Hand& hand, const Known& known,
                          std::uint64_t copy = 0) const;

 private:
  Aivat(const poker::GameDefinition& game, std::shared_ptr<const ValueFunction> value,
        std::uint64_t seed);

  const poker::GameDefinition* game_;
  std::shared_ptr<const ValueFunction> value_;
  std::uint64_t seed_;
  std::shared_ptr<const ShowdownTable> showdowns_;
  std::array<std::vector<double>, 2> deal_values_;  ///< value for position 0 by holding of one
                                                    ///< player, over all holdings of the other
};

}  // namespace trivium::learning::poker_measure
