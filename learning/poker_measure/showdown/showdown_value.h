// Value function that uses only the expected showdown. AIVAT uses it, because it needs no training.
//
// It assumes that the player to act calls, or folds holdings for which that is cheaper, and that
// nobody folds afterwards. Bets of later rounds are not modeled; instead, each later round
// increases the stake by a fixed fraction. Future board cards come from a fixed sample.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_measure/showdown/showdown_balance.h"
#include "learning/poker_measure/showdown/value_function.h"

namespace trivium::learning::poker_measure {

class ShowdownValue final : public ValueFunction {
 public:
  /// Requires: two players with one or two own cards. Takes one or two seconds in hold'em.
  explicit ShowdownValue(const poker::GameDefinition& game, std::size_t threads = 1);

  void values(std::span<const poker::Card> board, std::span<const ValuedState> states,
              std::span<double> out) const override;

 private:
  /// Returns the balance of each holding against the range `weights`, before the first board card.
  std::vector<double> balances_before_board(std::span<const double> weights) const;

  ShowdownTable showdowns_;
  int rounds_;
  std::vector<float> first_balances_;  ///< ShowdownTable::first_balances()
};

}  // namespace trivium::learning::poker_measure
