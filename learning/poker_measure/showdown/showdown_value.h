// A value function that looks at the showdown alone.
//
// The player to act is taken to call and both to check from there on; where it costs him less to fold a holding, he folds it. Chips that
// will be bet later are guessed as a part of those in the pot. Board cards to come are those of a small fixed sample.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_measure/showdown/showdown_balance.h"
#include "learning/poker_measure/showdown/value_function.h"

namespace trivium::learning::poker_measure {

class ShowdownValue final : public ValueFunction {
 public:
  /// For two players with one or two own cards. Takes a second or two in hold'em.
  explicit ShowdownValue(const poker::GameDefinition& game, std::size_t threads = 1);

  void values(std::span<const poker::Card> board, std::span<const ValuedState> states, std::span<double> out) const override;

 private:
  std::vector<double> balances_before_board(std::span<const double> weights) const;

  ShowdownTable showdowns_;
  int rounds_;
  std::vector<float> first_balances_;
};

}  // namespace trivium::learning::poker_measure
