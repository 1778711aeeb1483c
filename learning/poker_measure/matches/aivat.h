// AIVAT: what a finished hand was worth, with the luck taken out that cards and the dice of known players explain. Unbiased.
//
// The holdings of a player whose policy is known are averaged: all that he might have held count by how likely he would have come here with
// them. For each chance event (board cards, the holding of a player who is not known) and each decision of a known player, what a value
// function expects before the event, less what it says after it, is added. That has mean zero whatever the function, so that the mean stays
// what it is, and a good function takes out luck. A function that is wrong adds luck, never bias.
// Events with many outcomes (the flop of hold'em) are averaged over a sample of outcomes with dice of its own, which keeps the mean too.
// Source: Burch, Schmid, Moravcik, Morrill and Bowling 2018, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect
// Information Games".
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

/// What a finished hand needs to be estimated: both players' cards, and the board as far as it was dealt. The error says what is missing.
Status check_whole(const poker::Hand& hand);

/// For one game of two players with one or two own cards each. Immutable; any thread.
class Aivat {
 public:
  /// By position: the policy that is known to play there, or null.
  using Known = std::array<const poker::Policy*, 2>;

  /// An error where the game is not such a one. `game` must outlive the result.
  static Result<Aivat> make(const poker::GameDefinition& game, std::shared_ptr<const ValueFunction> value, std::uint64_t seed = 1);

  /// What position 0 may expect to have won in `hand`, which is finished and has all its cards, in chips. The error: a known player does
  /// what his policy never does with his holding. `seed` and the number of the hand are all that its dice depend on; `copy` tells hands
  /// with equal numbers apart.
  Result<double> estimate(const poker::Hand& hand, const Known& known, std::uint64_t copy = 0) const;

 private:
  Aivat(const poker::GameDefinition& game, std::shared_ptr<const ValueFunction> value, std::uint64_t seed);

  const poker::GameDefinition* game_;
  std::shared_ptr<const ValueFunction> value_;
  std::uint64_t seed_;
  std::shared_ptr<const ShowdownTable> showdowns_;
  std::array<std::vector<double>, 2> deal_values_;  ///< of position 0, where a player holds this and the other anything
};

}  // namespace trivium::learning::poker_measure
