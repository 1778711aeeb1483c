// Value function that uses only the expected showdown.
//
// Assumes that the player to act calls, or folds a holding if that costs less, and that both check
// afterwards. Later bets are estimated as a fraction of the pot. Future board cards come from a
// small fixed sample.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_measure/showdown/showdown_balance.h"
#include "learning/poker_measure/showdown/value_function.h"

namespace trivium::learning::poker_measure {

class ShowdownValue final : public ValueFunction {
 public:
  /// Requires: two players with one or two own cards. Takes a second or two in hold'em.
  explicit ShowdownValue(const poker::GameDefinition& game, std::size_t threads = 1);

  void values(std::span<const poker::Card> board, std::span<const ValuedState> states,
              std::span<double> out) const override;

 private:
  std::vector<double> balances_before_board(std::span<const double> weights) const;

  ShowdownTable showdowns_;
  int rounds_;
  std::vector<float> first_balances_;
};

}  // namespace trivium::learning::poker_measure
