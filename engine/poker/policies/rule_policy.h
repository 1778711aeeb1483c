// A player by rule: the chance to win at the showdown against the price of staying.
//
// The chance is that of showdown_chances.h against what the opponents' actions let them hold (opponent_model.h). A call is worth its chips
// where the chance exceeds them as a part of the pot then; more is put in where the chance is well above an equal share of the pot, the
// more so the more has been raised; now and then a hopeless holding bets where nobody else has. Around each of these bounds the
// probabilities rise in a ramp, so that neighbouring holdings act alike and no action gives the holding away. Where a call is the player's
// last decision (stakes.h), what is worth its price always stays. No-limit bets are half the pot and the pot, or all-in where little would
// be left behind.
// All figures are integers: probabilities come in ten-thousandths, equal on every machine.
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
  /// Prepares the standings before the first board card: tens of milliseconds for a whole deck. The policy plays `game` and every other
  /// with the same deck and cards, whatever its players, stacks and bets.
  explicit RulePolicy(const GameDefinition& game);
  RulePolicy(const RulePolicy&) = delete;
  RulePolicy& operator=(const RulePolicy&) = delete;

  std::string name() const override { return "rule"; }
  Status can_play(const GameDefinition& game) const override;
  void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const override;
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;

 private:
  std::vector<std::uint32_t> chances(const PublicState& state, std::span<const OpponentRange> ranges,
                                     std::span<const Holding> holdings) const;

  GameDefinition game_;
  ShowdownChances chances_;
  OpponentModel model_;
};

}  // namespace trivium::poker
