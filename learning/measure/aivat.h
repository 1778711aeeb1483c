// AIVAT: what a finished hand was worth, with the luck taken out that cards and known players' dice explain. Unbiased.
//
// The holdings of a player whose policy is known are averaged: all that he might have held counts by how likely he would have come here
// with it. For each chance event (board cards, the holding of a player who is not known) and each decision of a known player, what a value
// function expects before the event less what it says after it is added: that has mean zero whatever the function, so that the mean stays
// what it is, and a good function takes out luck. A function that is wrong adds luck, never bias.
// Events with too many outcomes (the flop of hold'em) are averaged over a random sample of their own dice, which keeps the mean too.
// Source: Burch, Schmid, Moravcik, Morrill and Bowling 2018, "AIVAT: A New Variance Reduction Technique for Agent Evaluation".
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policy.h"
#include "learning/measure/showdown_balance.h"
#include "learning/measure/value_function.h"

namespace trivium::learning {

/// For one game of two players with one or two own cards each. Immutable; any thread.
class Aivat {
 public:
  /// By position: the policy that is known to play there, or null. `value` and the policies must outlive this.
  using Known = std::array<const poker::Policy*, 2>;

  /// An error where the game is not for two players, has three own cards, or a policy cannot play it. `game` must outlive the result.
  static Result<Aivat> make(const poker::GameDefinition& game, const ValueFunction& value, std::uint64_t seed = 1);

  /// What player 0 may expect to have won in `hand`, which is finished and has all its cards. The error: a known player does not play by
  /// his policy, which never does with his holding what he did.
  Result<double> estimate(const poker::Hand& hand, const Known& known) const;

 private:
  Aivat(const poker::GameDefinition& game, const ValueFunction& value, std::uint64_t seed);

  const poker::GameDefinition* game_;
  const ValueFunction* value_;
  std::uint64_t seed_;
  std::shared_ptr<const Showdowns> showdowns_;
  std::array<std::vector<double>, 2> deal_values_;  ///< of player 0 where a position holds this and the other anything
};

}  // namespace trivium::learning
