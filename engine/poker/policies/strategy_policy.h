// A player that looks its decisions up in a trained strategy (strategy.h).
//
// The history of a hand is translated to decisions of the strategy's tree (betting_translation.h),
// the player's cards to a bucket. If bets are between those of the tree, several decisions answer,
// weighted by the translation. The part without a matching decision checks or calls.
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
      : strategy_(std::move(strategy)),
        recent_(std::make_unique<BoardCache<Buckets::PairBuckets>>(kRecentBoards)) {}

  std::string name() const override { return "cfr"; }
  /// Accepts only the game that the strategy was trained for.
  Status can_play(const GameDefinition& game) const override;
  std::vector<PolicyFile> files() const override {
    return {{kStrategyKind, strategy_->source(), strategy_->sha256()}};
  }
  /// Takes about as long as Buckets::find_all(), whatever the number of holdings, and some
  /// microseconds if the board was queried recently.
  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override;
  /// Omits the part of the history that no decision matches and returns that part; rows sum to 1
  /// minus it.
  double known_distribution(const PublicState& state, std::span<const Holding> holdings,
                            ActionDistribution& out) const;
  /// Returns the part of the history that no decision matches, in [0, 1].
  double unanswered(const PublicState& state) const {
    return locate(strategy_->tree(), state).call;
  }
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding) const override;
  /// `rest` describes what happens with the part that no decision matches.
  std::vector<PolicyTerm> terms(const PublicState& state, const Holding& holding,
                                std::string_view rest) const;

 private:
  static constexpr std::size_t kRecentBoards = 64;

  std::shared_ptr<const Buckets::PairBuckets> buckets_on(std::span<const Card> board) const;
  double answer(const PublicState& state, std::span<const Holding> holdings, Unanswered rest,
                ActionDistribution& out) const;

  std::shared_ptr<const Strategy> strategy_;
  std::unique_ptr<BoardCache<Buckets::PairBuckets>> recent_;
};

}  // namespace trivium::poker
