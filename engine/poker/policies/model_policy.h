// An adaptive player: the best reply to the opponent's known behavior, mixed with a fixed strategy.
//
// It counts the opponent's actions in every finished hand (reply_counts.h). With these counts, the
// opponent's actions in the current hand give an estimate of the opponent's cards. The value of an
// action is what it wins if the opponent replies as usual and both players check or call from there
// on. This is the look-ahead of local best response (Lisy and Bowling 2017), against a model
// instead of the strategy itself. The best action gets more weight as its situation becomes better
// known; the base strategy gets the rest, and plays the first hand alone. The model is for two
// players. It expects no raise in reply to its own, distinguishes three classes of bet price, and
// assumes that the opponent does not change during the match.
#pragma once

#include <memory>
#include <string>

#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

class ModelPolicy final : public Policy {
 public:
  /// Prepares percentile ranks like RulePolicy. Requires: `base` can play `game`.
  ModelPolicy(const GameDefinition& game, std::shared_ptr<const Policy> base);

  std::string name() const override { return "model"; }
  Status can_play(const GameDefinition& game) const override;
  /// Returns the files of the base.
  std::vector<PolicyFile> files() const override;
  /// Plays like the base, because nothing is known yet.
  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override;
  std::shared_ptr<const Experience> fresh_experience() const override;
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;

 private:
  struct Parts;
  class Known;

  std::shared_ptr<const Parts> parts_;
};

}  // namespace trivium::poker
