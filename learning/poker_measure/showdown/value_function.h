// Estimates of a state's value in two-player hands, used as control variates: any function is
// unbiased, a good one reduces variance.
#pragma once

#include <span>

#include "engine/poker/rules/hand.h"
#include "learning/poker_measure/showdown/range_pair.h"

namespace trivium::learning::poker_measure {

/// A betting state and the ranges of both players.
struct ValuedState {
  const poker::Betting* betting;
  std::span<const poker::PlayedAction> actions;
  const RangePair* ranges;
};

/// Thread-safe: immutable.
class ValueFunction {
 public:
  virtual ~ValueFunction() = default;

  /// Sets `out` to the expected winnings of position 0 in each state, in chips over the whole hand.
  /// States are unfinished, or finished by a showdown with board cards to come. `board` may lack
  /// the cards of the current round, which are then dealt next. The result does not depend on the
  /// order of board cards.
  virtual void values(std::span<const poker::Card> board, std::span<const ValuedState> states,
                      std::span<double> out) const = 0;
};

}  // namespace trivium::learning::poker_measure
