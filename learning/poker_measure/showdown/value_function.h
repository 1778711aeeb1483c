// Guesses at what a state of a two-player hand is worth, for control variates: any function will do, a good one takes out more luck.
#pragma once

#include <span>

#include "engine/poker/rules/hand.h"
#include "learning/poker_measure/showdown/range_pair.h"

namespace trivium::learning::poker_measure {

/// A state of the betting and what both may hold there.
struct ValuedState {
  const poker::Betting* betting;
  std::span<const poker::PlayedAction> actions;
  const RangePair* ranges;
};

/// Immutable; any thread.
class ValueFunction {
 public:
  virtual ~ValueFunction() = default;

  /// What position 0 may expect to win in each of `states`, in chips over the whole hand. They are not finished, or finished by a showdown
  /// with board cards to come. `board` may lack the cards of the round that has begun: then they are about to be dealt. The same answer for
  /// the same question, in whatever order the cards of the board are.
  virtual void values(std::span<const poker::Card> board, std::span<const ValuedState> states, std::span<double> out) const = 0;
};

}  // namespace trivium::learning::poker_measure
