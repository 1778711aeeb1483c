// The rule-based player: compares the probability of winning at showdown with the price of staying.
//
// The probability is that of showdown_chances.h against the ranges estimated from the opponents'
// actions (opponent_model.h). It calls if the probability exceeds the call as a part of the
// resulting pot. It bets or raises if the probability is well above an equal share of the pot, and
// this threshold grows with the number of raises. Sometimes it bluffs with a hopeless holding if
// nobody has bet. Around each threshold the action probabilities change linearly, so that similar
// holdings act similarly and no action reveals the holding. If a call is the player's last decision
// (stakes.h), it always calls if that is profitable. No-limit bets are half the pot and the pot,
// or all-in if little would remain. All figures are integers; probabilities are in ten-thousandths
// and equal on every machine.
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
