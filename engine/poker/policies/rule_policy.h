// The rule-based player: compares the probability of winning at showdown with the price of staying.
//
// The probability is that of showdown_chances.h against the ranges estimated from the opponents'
// actions (opponent_model.h). The rules are:
// - It calls if the probability exceeds the call divided by the resulting pot, plus a small margin
//   for each later round. If a call is the last decision (stakes.h), it calls whenever that is
//   profitable.
// - It bets or raises if the probability is well above an equal share of the pot. This threshold
//   grows with the number of raises.
// - If there is nothing to call, it sometimes bluffs with a hopeless holding.
// Around each threshold the action probabilities change linearly, so that similar holdings act
// similarly and no action reveals the holding. No-limit bets are half the pot and the pot, or
// all-in if little would remain. All figures are integers; probabilities are in ten-thousandths and
// equal on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/poker/equity/showdown_chances.h"
#include "engine/poker/policies/opponent_model.h"
#include "engine/poker/policies/policy.h"

namespace trivium::poker {

class RulePolicy final : public Policy {
 public:
  /// Prepares the percentile ranks before the first board card, which takes tens of milliseconds
  /// for a full deck. The policy plays `game` and every other game with the same deck and numbers
  /// of cards.
  explicit RulePolicy(const GameDefinition& game);
  RulePolicy(const RulePolicy&) = delete;
  RulePolicy& operator=(const RulePolicy&) = delete;

  std::string name() const override { return "rule"; }
  Status can_play(const GameDefinition& game) const override;
  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override;
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;

 private:
  std::vector<std::uint32_t> chances(const PublicState& state,
                                     std::span<const OpponentRange> ranges,
                                     std::span<const Holding> holdings) const;

  GameDefinition game_;
  ShowdownChances chances_;
  OpponentModel model_;
};

}  // namespace trivium::poker
