#include "engine/bandits/tree.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

namespace trivium::bandits {

Tree::Tree(const TreeShape& shape) {
  // Breadth first, so that siblings are adjacent.
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
      nodes_.push_back(
          {child.kind, number, 0, 0, at->kind == NodeKind::kChance ? at->chances[i] : 1});
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
  for (std::uint32_t i = 0; i < nodes_[node].count; ++i)
    number_leaves(nodes_[node].first + i, action);
}

Tree Tree::flat(std::size_t arms) {
  return Tree(TreeShape{NodeKind::kMax, std::vector<TreeShape>(arms)});
}

Tree Tree::replies(std::span<const std::size_t> counts) {
  TreeShape shape{NodeKind::kMax};
  for (const std::size_t count : counts)
    shape.children.push_back({NodeKind::kMin, std::vector<TreeShape>(count)});
  return Tree(shape);
}

TreeValue::TreeValue(const Tree& tree, const DecisionRule& rule)
    : tree_(&tree),
      rule_(rule),
      can_search_(rule.has_cost()),
      values_(tree.nodes().size()),
      choices_(values_.size()) {
  for (const Tree::Node& node : tree.nodes())
    can_search_ = can_search_ && node.kind != NodeKind::kChance;
}

void TreeValue::set_to_means(const Beliefs& beliefs) noexcept {
  for (std::size_t leaf = 0; leaf < beliefs.size(); ++leaf) set_leaf(leaf, beliefs[leaf].mean());
}

void TreeValue::set_to_samples(const Beliefs& beliefs, Rng& rng) noexcept {
  for (std::size_t leaf = 0; leaf < beliefs.size(); ++leaf)
    set_leaf(leaf, beliefs[leaf].sample(rng));
}

void TreeValue::back_up_node(std::uint32_t number, Rng& rng) noexcept {
  const std::span<const Tree::Node> nodes = tree_->nodes();
  const Tree::Node& node = nodes[number];
  const std::span<const Ternary> children(&values_[node.first], node.count);
  if (node.kind != NodeKind::kChance) {
    const std::size_t chosen =
        rule_.choose(node.kind == NodeKind::kMax ? Goal::kBest : Goal::kWorst, children, rng);
    choices_[number] = static_cast<std::uint32_t>(chosen);
    values_[number] = children[chosen];
    return;
  }
  Ternary mixture;
  double left = rng.unit();
  std::uint32_t taken = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const double chance = nodes[node.first + i].chance;
    mixture.loss += chance * children[i].loss;
    mixture.draw += chance * children[i].draw;
    mixture.win += chance * children[i].win;
    if (left >= 0 && chance > 0) taken = i;
    left -= chance;
  }
  values_[number] = mixture;
  choices_[number] = taken;
}

void TreeValue::back_up(Rng& rng) noexcept {
  for (auto number = static_cast<std::uint32_t>(values_.size()); number-- > 0;) {
    if (tree_->nodes()[number].kind != NodeKind::kLeaf) back_up_node(number, rng);
  }
}

void TreeValue::update(std::size_t leaf, const Ternary& chances, Rng& rng) noexcept {
  std::uint32_t number = tree_->leaf_node(leaf);
  values_[number] = chances;
  while (number != 0) {
    number = tree_->nodes()[number].parent;
    back_up_node(number, rng);
  }
}

/// Returns the cost of a node: exact inside [least, most], else a bound on the correct side.
/// Alpha-beta, except that equal values are not cut off, because ties are broken at random.
template <class CostOf>
double TreeValue::search(std::uint32_t number, double minimum, double maximum,
                         const CostOf& cost_of, Rng& rng) noexcept {
  const Tree::Node& node = tree_->nodes()[number];
  if (node.kind == NodeKind::kLeaf) return cost_of(node.first);
  const bool is_max = node.kind == NodeKind::kMax;
  const std::uint32_t count = node.count;
  // The previous choice is searched first, since it probably gives the sharpest bound.
  std::uint32_t child = choices_[number], equal = 1;
  double found =
      is_max ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  for (std::uint32_t looked_at = 0; looked_at < count;
       ++looked_at, child = child + 1 == count ? 0 : child + 1) {
    const Tree::Node& below = tree_->nodes()[node.first + child];
    const double cost =
        below.kind == NodeKind::kLeaf ? cost_of(below.first)
        : is_max ? search(node.first + child, minimum, std::min(maximum, found), cost_of, rng)
                 : search(node.first + child, std::max(minimum, found), maximum, cost_of, rng);
    if (is_max ? cost > found : cost < found) continue;
    equal = cost == found ? equal + 1 : 1;
    if (equal > 1 && rng.below(equal) != 0) continue;
    found = cost;
    choices_[number] = child;
    if (is_max ? found < minimum : found > maximum) break;
  }
  return found;
}

template <class Go>
void TreeValue::with_costs(const Beliefs& beliefs, Rng& rng, const Go& go) noexcept {
  if (rule_.kind == RuleKind::kLexicographic) {
    go([&](std::size_t leaf) { return beliefs[leaf].sample_loss(rng); });
  } else {
    go([&](std::size_t leaf) { return rule_.cost(beliefs[leaf].sample(rng)); });
  }
}

std::size_t TreeValue::sample_best(const Beliefs& beliefs, std::size_t first, Rng& rng) noexcept {
  if (!can_search_) {
    set_to_samples(beliefs, rng);
    back_up(rng);
    return best_action();
  }
  choices_[0] = static_cast<std::uint32_t>(first);
  constexpr double kNone = std::numeric_limits<double>::infinity();
  with_costs(beliefs, rng, [&](const auto& cost_of) { search(0, -kNone, kNone, cost_of, rng); });
  return best_action();
}

std::size_t TreeValue::sample_below(std::size_t action, const Beliefs& beliefs, Rng& rng) noexcept {
  if (can_search_) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    with_costs(beliefs, rng, [&](const auto& cost_of) {
      search(tree_->action_node(action), -kNone, kNone, cost_of, rng);
    });
  } else {
    for (std::size_t leaf = tree_->first_leaf(action); leaf < tree_->first_leaf(action + 1);
         ++leaf) {
      set_leaf(leaf, beliefs[leaf].sample(rng));
    }
    back_up(rng);
  }
  return principal_leaf_of(action);
}

std::size_t TreeValue::principal_leaf(std::uint32_t node) const noexcept {
  while (tree_->nodes()[node].kind != NodeKind::kLeaf)
    node = tree_->nodes()[node].first + choices_[node];
  return tree_->nodes()[node].first;
}

}  // namespace trivium::bandits
