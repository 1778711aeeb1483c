#include "learning/cfr/exact/tabular_policy.h"

#include <utility>

namespace trivium::learning::cfr {

TabularPolicy::TabularPolicy(std::string name,
                             std::shared_ptr<const poker_measure::PublicTree> tree,
                             poker_measure::TreeStrategy strategy)
    : name_(std::move(name)), tree_(std::move(tree)), strategy_(std::move(strategy)) {}

Status TabularPolicy::can_play(const poker::GameDefinition& game) const {
  if (game == tree_->game()) return {};
  return Error{"poker.strategy.game", "the strategy " + name_ + " is of another game"};
}

void TabularPolicy::distribution(const poker::PublicState& state,
                                 std::span<const poker::Holding> holdings,
                                 poker::ActionDistribution& out) const {
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

}  // namespace trivium::learning::cfr
