// Game trees whose leaves are ternary arms, and the best action at their root.
//
// A node is a decision of the root player (MAX), of the opponent (MIN), a chance node or a leaf.
// All probabilities are seen from MAX, so MIN chooses the worst child; a chance node has the
// mixture of its children. Any depth and shape is possible; a bandit is a tree of depth one.
//
// Source: Liu et al. 2019, formulas 10 and 11, for depth two (paper 001). Deeper trees and chance
// nodes are its future work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/bandits/belief.h"
#include "engine/bandits/decision_rule.h"
#include "engine/core/rng.h"

namespace trivium::bandits {

enum class NodeKind : std::uint8_t { kLeaf, kMax, kMin, kChance };

/// Recursive description of a tree.
struct TreeShape {
  NodeKind kind = NodeKind::kLeaf;
  std::vector<TreeShape> children{};  ///< at least one, except for leaves
  std::vector<double> chances{};      ///< probabilities of a chance node's children; they sum to 1
};

/// Tree in arrays. Siblings are adjacent and follow their parent.
class Tree {
 public:
  struct Node {
    NodeKind kind = NodeKind::kLeaf;
    std::uint32_t parent = 0;  ///< node index; 0 for the root, too
    std::uint32_t first = 0;   ///< node index of the first child; for a leaf its leaf number
    std::uint32_t count = 0;   ///< number of children
    double chance = 1;         ///< probability of this node if its parent is a chance node
  };

  /// Requires: the root is a MAX node. Leaves are numbered from left to right.
  explicit Tree(const TreeShape& shape);
  /// Returns a tree of depth one.
  static Tree flat(std::size_t arms);
  /// Returns a tree of depth two: counts[i] is the number of MIN's replies to action i.
  static Tree replies(std::span<const std::size_t> counts);

  std::span<const Node> nodes() const noexcept { return nodes_; }
  const Node& root() const noexcept { return nodes_.front(); }
  std::size_t actions() const noexcept { return root().count; }
  std::size_t leaves() const noexcept { return leaf_nodes_.size(); }
  /// Returns the node index of a leaf.
  std::uint32_t leaf_node(std::size_t leaf) const noexcept { return leaf_nodes_[leaf]; }
  std::uint32_t action_node(std::size_t action) const noexcept {
    return root().first + static_cast<std::uint32_t>(action);
  }
  /// Returns the root action that leads to the leaf.
  std::size_t action_of(std::size_t leaf) const noexcept { return actions_[leaf]; }
  /// Returns the first leaf below an action. The leaves below it are [first_leaf(action),
  /// first_leaf(action + 1)).
  std::size_t first_leaf(std::size_t action) const noexcept { return first_leaves_[action]; }

 private:
  void number_leaves(std::uint32_t node, std::size_t action);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> leaf_nodes_;
  std::vector<std::size_t> actions_;       // by leaf
  std::vector<std::size_t> first_leaves_;  // by action; the last element is the number of leaves
};

/// Evaluates a tree for given probabilities at the leaves, and stores the choice at each node.
/// Allocates nothing after construction.
class TreeValue {
 public:
  /// Requires: `tree` outlives this object.
  TreeValue(const Tree& tree, const DecisionRule& rule);

  void set_leaf(std::size_t leaf, const Ternary& chances) noexcept {
    values_[tree_->leaf_node(leaf)] = chances;
  }
  const Ternary& leaf(std::size_t leaf) const noexcept { return values_[tree_->leaf_node(leaf)]; }
  void set_to_means(const Beliefs& beliefs) noexcept;
  void set_to_samples(const Beliefs& beliefs, Rng& rng) noexcept;

  /// Computes the values and choices of all inner nodes from the leaves. The choice at a chance
  /// node is a child sampled with its probability. `rng` also breaks ties.
  void back_up(Rng& rng) noexcept;
  /// Changes a leaf and updates all values that depend on it. Other nodes keep their choices.
  /// Requires: all values are up to date.
  void update(std::size_t leaf, const Ternary& chances, Rng& rng) noexcept;

  /// Samples the leaves and returns the best action. Equivalent in distribution to set_to_samples()
  /// and back_up(), but faster if the rule has a cost and the tree has no chance nodes: leaves that
  /// cannot change the decision are not sampled. Evaluates action `first` first and completely.
  /// Afterwards only best_action() and principal_leaf_of(), for the best action and for `first`,
  /// are valid; the values are not.
  std::size_t sample_best(const Beliefs& beliefs, std::size_t first, Rng& rng) noexcept;
  /// Samples the leaves below one action and returns its principal leaf. Other values and choices
  /// are not valid afterwards.
  std::size_t sample_below(std::size_t action, const Beliefs& beliefs, Rng& rng) noexcept;

  std::size_t best_action() const noexcept { return choices_[0]; }
  const Ternary& action(std::size_t action) const noexcept {
    return values_[tree_->action_node(action)];
  }
  std::span<const Ternary> actions() const noexcept {
    return {&values_[tree_->root().first], tree_->actions()};
  }
  /// Returns the leaf number at the end of the choices from node `node`. Without chance nodes on
  /// the way, the node's value is that leaf's value.
  std::size_t principal_leaf(std::uint32_t node) const noexcept;
  std::size_t principal_leaf_of(std::size_t action) const noexcept {
    return principal_leaf(tree_->action_node(action));
  }

 private:
  void back_up_node(std::uint32_t number, Rng& rng) noexcept;
  template <class CostOf>
  double search(std::uint32_t number, double minimum, double maximum, const CostOf& cost_of,
                Rng& rng) noexcept;
  /// Calls `go` with a functor that samples a leaf's cost.
  template <class Go>
  void with_costs(const Beliefs& beliefs, Rng& rng, const Go& go) noexcept;

  const Tree* tree_;
  DecisionRule rule_;
  bool can_search_;                     // the rule has a cost(), so alpha-beta applies
  std::vector<Ternary> values_;         // by node
  std::vector<std::uint32_t> choices_;  // index of the chosen child, by node
};

}  // namespace trivium::bandits
