// Trees whose leaves are ternary arms: which action at the root is best, when players and chance choose below it.
//
// A node is a choice of the player at the root (MAX), of the opponent (MIN), of chance, or a leaf. All chances are seen from the root's
// player, so MIN takes what is worst for him, and a chance node has the mixture of its children. Any depth and any shape; a bandit is a
// tree of depth one. Source: Liu et al. 2019, formulas 10 and 11, for depth two (paper 001); deeper trees and chance are its future work.
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

/// A tree as one writes it down.
struct TreeShape {
  NodeKind kind = NodeKind::kLeaf;
  std::vector<TreeShape> children{};  ///< at least one, but of leaves
  std::vector<double> chances{};      ///< of a chance node's children; they add up to 1
};

/// As arrays: children lie side by side and after their parent.
class Tree {
 public:
  struct Node {
    NodeKind kind = NodeKind::kLeaf;
    std::uint32_t parent = 0;
    std::uint32_t first = 0;  ///< its first child; of a leaf its number
    std::uint32_t count = 0;  ///< of children
    double chance = 1;        ///< to be taken, where the parent is a chance node
  };

  /// The root is a choice of MAX. Leaves are numbered from left to right.
  explicit Tree(const TreeShape& shape);
  /// A bandit.
  static Tree flat(std::size_t arms);
  /// Depth two: an action of MAX for each number, with so many replies of MIN.
  static Tree replies(std::span<const std::size_t> counts);

  std::span<const Node> nodes() const noexcept { return nodes_; }
  const Node& root() const noexcept { return nodes_.front(); }
  std::size_t actions() const noexcept { return root().count; }
  std::size_t leaves() const noexcept { return leaf_nodes_.size(); }
  /// Its number among nodes.
  std::uint32_t leaf_node(std::size_t leaf) const noexcept { return leaf_nodes_[leaf]; }
  std::uint32_t action_node(std::size_t action) const noexcept { return root().first + static_cast<std::uint32_t>(action); }
  /// The action that leads to a leaf.
  std::size_t action_of(std::size_t leaf) const noexcept { return actions_[leaf]; }
  /// Leaves below each action lie side by side: [first_leaf(action), first_leaf(action + 1)).
  std::size_t first_leaf(std::size_t action) const noexcept { return first_leaves_[action]; }

 private:
  void number_leaves(std::uint32_t node, std::size_t action);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> leaf_nodes_;
  std::vector<std::size_t> actions_;       // by leaf
  std::vector<std::size_t> first_leaves_;  // by action, and the number of leaves
};

/// What a tree is worth, with chances given for its leaves, and what is chosen where. Reused again and again, it allocates nothing.
class TreeValue {
 public:
  /// `tree` must outlive it.
  TreeValue(const Tree& tree, const DecisionRule& rule);

  void set_leaf(std::size_t leaf, const Ternary& chances) noexcept { values_[tree_->leaf_node(leaf)] = chances; }
  const Ternary& leaf(std::size_t leaf) const noexcept { return values_[tree_->leaf_node(leaf)]; }
  void set_to_means(const Beliefs& beliefs) noexcept;
  void set_to_samples(const Beliefs& beliefs, Rng& rng) noexcept;

  /// Values of all nodes above the leaves; `rng` decides between equals, and at chance nodes which child is followed.
  void back_up(Rng& rng) noexcept;
  /// Gives a leaf other chances and brings all that depends on it up to date. The rest must be so already; other nodes keep their choices.
  void update(std::size_t leaf, const Ternary& chances, Rng& rng) noexcept;

  /// As set_to_samples() and back_up(), with the same distribution of what may be asked of it, in less time: a leaf that can no longer
  /// decide is not drawn at all. The action `first` is looked at first, and wholly. Afterwards best_action() tells the best, and
  /// principal_leaf_of() the leaf that it rests on, or `first` does; the values are not to be read.
  std::size_t sample_best(const Beliefs& beliefs, std::size_t first, Rng& rng) noexcept;
  /// The leaf on which the value of one action rests in a sample.
  std::size_t sample_below(std::size_t action, const Beliefs& beliefs, Rng& rng) noexcept;

  std::size_t best_action() const noexcept { return choices_[0]; }
  const Ternary& action(std::size_t action) const noexcept { return values_[tree_->action_node(action)]; }
  std::span<const Ternary> actions() const noexcept { return {&values_[tree_->root().first], tree_->actions()}; }
  /// The leaf that the choices lead to from a node: what its value rests on.
  std::size_t principal_leaf(std::uint32_t node) const noexcept;
  std::size_t principal_leaf_of(std::size_t action) const noexcept { return principal_leaf(tree_->action_node(action)); }

 private:
  void back_up_node(std::uint32_t number, Rng& rng) noexcept;
  template <class CostOf>
  double search(std::uint32_t number, double least, double most, const CostOf& cost_of, Rng& rng) noexcept;
  /// Calls `go` with what draws the cost of a leaf.
  template <class Go>
  void with_costs(const Beliefs& beliefs, Rng& rng, const Go& go) noexcept;

  const Tree* tree_;
  DecisionRule rule_;
  bool can_search_;                     // a cost tells which is better everywhere
  std::vector<Ternary> values_;         // by node
  std::vector<std::uint32_t> choices_;  // by node: which of its children
};

}  // namespace trivium::bandits
