// A player who learns his opponent: the best reply to what the opponent is known to do, mixed with a strategy that needs to know nothing.
//
// From every finished hand it counts what the opponent did (reply_counts.h). What he did in the hand in play tells, by these counts, what
// he may hold; each action is then worth what it wins where he answers as he is used to and both check or call from there on: the
// look-ahead of local best response (Lisy and Bowling 2017), against a model instead of the strategy itself. The action that is worth most
// is played the oftener the better its situation is known; otherwise the base strategy decides, which alone plays the first hand.
// The model is for two players. It foresees no raise in answer to its own, tells bets apart by three classes of price, and takes the
// opponent to be the same all match long.
#pragma once

#include <memory>
#include <string>

#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

class ModelPolicy final : public Policy {
 public:
  /// `base` can play `game`. Prepares standings as RulePolicy does.
  ModelPolicy(const GameDefinition& game, std::shared_ptr<const Policy> base);

  std::string name() const override { return "model"; }
  Status can_play(const GameDefinition& game) const override;
  /// As the base: nothing is known yet.
  void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const override;
  std::shared_ptr<const Experience> fresh_experience() const override;
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;

 private:
  struct Parts;
  class Known;

  std::shared_ptr<const Parts> parts_;
};

}  // namespace trivium::poker
