#include "learning/poker_measure/best_response/best_response.h"

#include <algorithm>
#include <vector>

namespace trivium::learning::poker_measure {

namespace {

/// Computes the value of each holding of `player` against the opponent's strategy. The player plays
/// a best response or a given strategy.
struct Walk {
  const PublicTree& tree;
  int player;
  const TreeStrategy& other;
  const TreeStrategy* own;  ///< null: the player plays a best response
  TreeStrategy* chosen;     ///< stores the best response, unless null
  std::size_t n = tree.holdings().size();

  /// Returns the expected winnings of the player in chips per hand.
  double value() {
    const std::vector<double> reach(n, 1.0);
    double sum = 0;
    for (const double value : visit(tree.nodes().front(), reach)) sum += value;
    return sum / tree.pairs();
  }

  using Numbers = std::vector<double>;

  Numbers visit(const PublicNode& node, const Numbers& reach) {
    if (node.kind == NodeKind::kChance) return deal(node, reach);
    if (node.kind == NodeKind::kDecision)
      return node.player == player ? act(node, reach) : wait(node, reach);
    Numbers values(n);
    tree.end_values(node, player, reach, values);
    return values;
  }

  Numbers act(const PublicNode& node, const Numbers& reach) {
    std::vector<Numbers> by_action;
    for (const PublicNode& child : tree.children(node)) by_action.push_back(visit(child, reach));
    Numbers values(n);
    for (std::size_t h = 0; h < n; ++h) {
      if (own != nullptr) {
        for (std::size_t a = 0; a < by_action.size(); ++a)
          values[h] += own->row(node, a, n)[h] * by_action[a][h];
        continue;
      }
      std::size_t best = 0;
      for (std::size_t a = 1; a < by_action.size(); ++a)
        best = by_action[a][h] > by_action[best][h] ? a : best;
      values[h] = by_action[best][h];
      if (chosen == nullptr) continue;
      for (std::size_t a = 0; a < by_action.size(); ++a)
        chosen->probabilities[node.place + a * n + h] = a == best ? 1 : 0;
    }
    return values;
  }

  Numbers wait(const PublicNode& node, const Numbers& reach) {
    Numbers values(n), reached(n);
    const std::span<const PublicNode> children = tree.children(node);
    for (std::size_t a = 0; a < children.size(); ++a) {
      const std::span<const double> row = other.row(node, a, n);
      for (std::size_t o = 0; o < n; ++o) reached[o] = reach[o] * row[o];
      const Numbers won = visit(children[a], reached);
      for (std::size_t h = 0; h < n; ++h) values[h] += won[h];
    }
    return values;
  }

  Numbers deal(const PublicNode& node, const Numbers& reach) {
    Numbers values(n), reached(n);
    const double chance = tree.chance_of_child(node);
    for (const PublicNode& child : tree.children(node)) {
      const std::uint64_t board = tree.board(child).mask;
      for (std::size_t o = 0; o < n; ++o)
        reached[o] = (tree.holdings().mask(o) & board) == 0 ? reach[o] * chance : 0;
      const Numbers won = visit(child, reached);
      for (std::size_t h = 0; h < n; ++h)
        values[h] += (tree.holdings().mask(h) & board) == 0 ? won[h] : 0;
    }
    return values;
  }
};

}  // namespace

double best_response_value(const PublicTree& tree, const TreeStrategy& strategy, int player) {
  return Walk{tree, player, strategy, nullptr, nullptr}.value();
}

TreeStrategy best_response(const PublicTree& tree, const TreeStrategy& strategy, int player) {
  TreeStrategy chosen = strategy;
  Walk{tree, player, strategy, nullptr, &chosen}.value();
  return chosen;
}

double expected_value(const PublicTree& tree, const TreeStrategy& first,
                      const TreeStrategy& second) {
  return Walk{tree, 0, second, &first, nullptr}.value();
}

double exploitability(const PublicTree& tree, const TreeStrategy& strategy) {
  return (best_response_value(tree, strategy, 0) + best_response_value(tree, strategy, 1)) / 2;
}

double in_milli_blinds(const poker::GameDefinition& game, double chips) noexcept {
  return 1000 * chips / static_cast<double>(std::max<poker::Chips>(1, game.big_blind()));
}

Result<double> best_response_value(const poker::GameDefinition& game, const poker::Policy& policy,
                                   int player) {
  const auto tree = PublicTree::make(game);
  if (!tree) return tree.error();
  return best_response_value(**tree, strategy_of(**tree, policy), player);
}

Result<double> exploitability(const poker::GameDefinition& game, const poker::Policy& policy) {
  const auto tree = PublicTree::make(game);
  if (!tree) return tree.error();
  return exploitability(**tree, strategy_of(**tree, policy));
}

}  // namespace trivium::learning::poker_measure
