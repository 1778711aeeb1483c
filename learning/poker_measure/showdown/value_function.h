// Interface of functions that estimate the value of a state in a two-player hand.
//
// AIVAT uses them as control variates: its estimate is unbiased with any function, and a good one
// reduces the variance.
#pragma once

#include <span>

#include "engine/poker/rules/hand.h"
#include "learning/poker_measure/showdown/range_pair.h"

namespace trivium::learning::poker_measure {

/// A betting state and the ranges of both players. Does not own them; no pointer is null.
struct ValuedState {
  const poker::Betting* betting;
  std::span<const poker::PlayedAction> actions;  ///< all actions of the hand so far
  const RangePair* ranges;
};

/// Estimates of the value of states. Immutable, thread-safe.
class ValueFunction {
 public:
  virtual ~ValueFunction() = default;

  /// Sets out[i] to the expected winnings of player 0 in states[i], in chips over the whole hand.
  /// The result does not depend on the order of the board cards. If `board` lacks cards of the
  /// current round, they are dealt next. Requires: `out` has an element for each state; each state
  /// is unfinished, or has a showdown with missing board cards.
  virtual void values(std::span<const poker::Card> board, std::span<const ValuedState> states,
                      std::span<double> out) const = 0;
};

}  // namespace trivium::learning::poker_measure
