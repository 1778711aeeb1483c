// Policy that plays a strategy of a small game, so that it can be measured like any other policy.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/poker/policies/policy.h"
#include "learning/poker_measure/best_response/public_tree.h"
#include "learning/poker_measure/best_response/tree_strategy.h"

namespace trivium::learning::cfr {

class TabularPolicy final : public poker::Policy {
 public:
  /// Requires: `strategy` belongs to `tree`.
  TabularPolicy(std::string name, std::shared_ptr<const poker_measure::PublicTree> tree,
                poker_measure::TreeStrategy strategy)
      : name_(std::move(name)), tree_(std::move(tree)), strategy_(std::move(strategy)) {}

  std::string name() const override { return name_; }
  /// Accepts only the game of the tree.
  Status can_play(const poker::GameDefinition& game) const override {
    if (game == tree_->game()) return {};
    return Error{"poker.strategy.game", "the strategy " + name_ + " is of another game"};
  }
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override {
    const poker_measure::PublicNode& node = tree_->nodes()[tree_->find(state)];
    const std::size_t n = tree_->holdings().size();
    out.actions.clear();
    out.probabilities.clear();
    for (const poker_measure::PublicNode& child : tree_->children(node))
      out.actions.push_back(child.action);
    for (const poker::Holding& holding : holdings) {
      const std::size_t h = tree_->holdings().number(holding);
      for (std::size_t action = 0; action < node.children; ++action)
        out.probabilities.push_back(strategy_.row(node, action, n)[h]);
    }
  }

 private:
  std::string name_;
  std::shared_ptr<const poker_measure::PublicTree> tree_;
  poker_measure::TreeStrategy strategy_;
};

}  // namespace trivium::learning::cfr
