#include "learning/poker_measure/best_response/tree_strategy.h"

#include <algorithm>
#include <stdexcept>

namespace trivium::learning::poker_measure {

namespace {

/// Returns the numbers of the holdings that share no card with the board of `node`.
std::vector<std::size_t> possible_holdings(const PublicTree& tree, const PublicNode& node) {
  std::vector<std::size_t> numbers;
  for (std::size_t h = 0; h < tree.holdings().size(); ++h) {
    if ((tree.holdings().mask(h) & tree.board(node).mask) == 0) numbers.push_back(h);
  }
  return numbers;
}

}  // namespace

TreeStrategy strategy_of(const PublicTree& tree, const poker::Policy& policy) {
  const std::size_t n = tree.holdings().size();
  TreeStrategy strategy{std::vector<double>(tree.numbers())};
  poker::ActionDistribution choice;
  for (std::size_t at = 0; at < tree.nodes().size(); ++at) {
    const PublicNode& node = tree.nodes()[at];
    if (node.kind != NodeKind::kDecision) continue;
    const std::vector<std::size_t> numbers = possible_holdings(tree, node);
    std::vector<poker::Holding> holdings;
    for (const std::size_t number : numbers) holdings.push_back(tree.holdings()[number]);
    const std::vector<poker::PlayedAction> actions = tree.actions_to(at);
    policy.distribution({tree.betting(at), actions, tree.board(node).cards}, holdings, choice);
    const std::span<const PublicNode> children = tree.children(node);
    for (std::size_t k = 0; k < choice.actions.size(); ++k) {
      const auto child = std::ranges::find(children, choice.actions[k], &PublicNode::action);
      if (child == children.end())
        throw std::invalid_argument("policy " + policy.name() +
                                    " chooses an action that is not legal");
      const auto action = static_cast<std::size_t>(child - children.begin());
      for (std::size_t i = 0; i < numbers.size(); ++i)
        strategy.probabilities[node.place + action * n + numbers[i]] += choice.row(i)[k];
    }
  }
  return strategy;
}

TreeStrategy uniform_strategy(const PublicTree& tree) {
  const std::size_t n = tree.holdings().size();
  TreeStrategy strategy{std::vector<double>(tree.numbers())};
  for (const PublicNode& node : tree.nodes()) {
    if (node.kind != NodeKind::kDecision) continue;
    for (const std::size_t h : possible_holdings(tree, node)) {
      for (std::size_t action = 0; action < node.children; ++action)
        strategy.probabilities[node.place + action * n + h] = 1.0 / node.children;
    }
  }
  return strategy;
}

}  // namespace trivium::learning::poker_measure
