#include "engine/bandits/tree.h"

#include <deque>
#include <utility>

namespace trivium::bandits {

Tree::Tree(const TreeShape& shape) {
  // Breadth first, so that children lie side by side.
  std::deque<std::pair<const TreeShape*, std::uint32_t>> waiting{{&shape, 0}};
  nodes_.push_back({shape.kind, 0, 0, 0, 1});
  while (!waiting.empty()) {
    const auto [at, number] = waiting.front();
    waiting.pop_front();
    nodes_[number].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[number].count = static_cast<std::uint32_t>(at->children.size());
    for (std::size_t i = 0; i < at->children.size(); ++i) {
      const TreeShape& child = at->children[i];
      waiting.emplace_back(&child, static_cast<std::uint32_t>(nodes_.size()));
      nodes_.push_back({child.kind, number, 0, 0, at->kind == NodeKind::kChance ? at->chances[i] : 1});
    }
  }
  for (std::size_t action = 0; action < actions(); ++action) {
    first_leaves_.push_back(leaves());
    number_leaves(action_node(action), action);
  }
  first_leaves_.push_back(leaves());
}

void Tree::number_leaves(std::uint32_t node, std::size_t action) {
  if (nodes_[node].kind == NodeKind::kLeaf) {
    nodes_[node].first = static_cast<std::uint32_t>(leaves());
    leaf_nodes_.push_back(node);
    actions_.push_back(action);
    return;
  }
  for (std::uint32_t i = 0; i < nodes_[node].count; ++i) number_leaves(nodes_[node].first + i, action);
}

Tree Tree::flat(std::size_t arms) { return Tree(TreeShape{NodeKind::kMax, std::vector<TreeShape>(arms)}); }

Tree Tree::replies(std::span<const std::size_t> counts) {
  TreeShape shape{NodeKind::kMax};
  for (const std::size_t count : counts) shape.children.push_back({NodeKind::kMin, std::vector<TreeShape>(count)});
  return Tree(shape);
}

void TreeValue::set_to_means(const Beliefs& beliefs) noexcept {
  for (std::size_t leaf = 0; leaf < beliefs.size(); ++leaf) set_leaf(leaf, beliefs[leaf].mean());
}

void TreeValue::set_to_samples(const Beliefs& beliefs, Rng& rng) noexcept {
  for (std::size_t leaf = 0; leaf < beliefs.size(); ++leaf) set_leaf(leaf, beliefs[leaf].sample(rng));
}

void TreeValue::back_up(Rng& rng) noexcept {
  const std::span<const Tree::Node> nodes = tree_->nodes();
  for (std::size_t number = nodes.size(); number-- > 0;) {
    const Tree::Node& node = nodes[number];
    if (node.kind == NodeKind::kLeaf) continue;
    const std::span<const Ternary> children(&values_[node.first], node.count);
    if (node.kind == NodeKind::kChance) {
      Ternary mixture;
      double left = rng.unit();
      std::uint32_t taken = 0;
      for (std::uint32_t i = 0; i < node.count; ++i) {
        const double chance = nodes[node.first + i].chance;
        mixture.loss += chance * children[i].loss;
        mixture.draw += chance * children[i].draw;
        mixture.win += chance * children[i].win;
        if (left >= 0) taken = i;
        left -= chance;
      }
      values_[number] = mixture;
      choices_[number] = taken;
      continue;
    }
    const std::size_t chosen = rule_.choose(node.kind == NodeKind::kMax ? Goal::kBest : Goal::kWorst, children, rng);
    choices_[number] = static_cast<std::uint32_t>(chosen);
    values_[number] = children[chosen];
  }
}

std::size_t TreeValue::principal_leaf(std::uint32_t node) const noexcept {
  while (tree_->nodes()[node].kind != NodeKind::kLeaf) node = tree_->nodes()[node].first + choices_[node];
  return tree_->nodes()[node].first;
}

}  // namespace trivium::bandits
