// A player by a learned strategy (strategy.h): looks its decision up, and plays what the table says.
//
// A hand's history is translated to decisions of the strategy's tree (betting_translation.h), the player's cards to a bucket; where bets
// lie between those of the tree, several decisions answer, each as much as the history stands for it. The part that no decision answers is
// checked or called.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/equity/board_cache.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/policies/tree_answer.h"
#include "engine/poker/strategy/betting_translation.h"
#include "engine/poker/strategy/strategy.h"

namespace trivium::poker {

class StrategyPolicy final : public Policy {
 public:
  explicit StrategyPolicy(std::shared_ptr<const Strategy> strategy)
      : strategy_(std::move(strategy)), recent_(std::make_unique<BoardCache<Buckets::OfAllPairs>>(kRecentBoards)) {}

  std::string name() const override { return "cfr"; }
  /// Only the game that the strategy was learned for.
  Status can_play(const GameDefinition& game) const override;
  /// Time is that of Buckets::find_all(), for one holding or all: 1.5 ms at most, some microseconds on a board that was asked before.
  void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const override;
  /// The same without the part of the history that no decision answers, which is returned: rows sum to less than 1, by so much.
  double known_distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const;
  /// How much of the history no decision answers: 0 to 1.
  double unanswered(const PublicState& state) const { return locate(strategy_->tree(), state).call; }
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;
  /// The same, `rest` being what happens with the part that no decision answers.
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding, std::string_view rest) const;

 private:
  static constexpr std::size_t kRecentBoards = 64;

  std::shared_ptr<const Buckets::OfAllPairs> buckets_on(std::span<const Card> board) const;
  double answer(const PublicState& state, std::span<const Holding> holdings, Unanswered rest, ActionDistribution& out) const;

  std::shared_ptr<const Strategy> strategy_;
  std::unique_ptr<BoardCache<Buckets::OfAllPairs>> recent_;
};

}  // namespace trivium::poker
