#include "engine/bandits/tree.h"

#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <vector>

#include "tests/engine/bandits/support.h"

namespace trivium::bandits {
namespace {

TreeShape random_shape(NodeKind kind, int depth, bool with_chance, Rng& rng) {
  TreeShape shape{kind};
  const std::uint32_t count = 1 + rng.below(3);
  double left = 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    constexpr NodeKind kKinds[]{NodeKind::kLeaf, NodeKind::kMax, NodeKind::kMin, NodeKind::kChance};
    const NodeKind below = depth == 0 ? NodeKind::kLeaf : kKinds[rng.below(with_chance ? 4 : 3)];
    shape.children.push_back(
        below == NodeKind::kLeaf ? TreeShape{} : random_shape(below, depth - 1, with_chance, rng));
    shape.chances.push_back(i + 1 == count ? left : left * rng.unit());
    left -= shape.chances.back();
  }
  if (kind != NodeKind::kChance) shape.chances.clear();
  return shape;
}

/// Computes the value and the principal leaf of a subtree recursively, under the literal rule.
/// Leaves come from left to right.
struct Reference {
  Ternary value;
  std::size_t leaf;
  bool by_chance = false;  // no unique principal leaf
};

Reference value_of(const TreeShape& shape, const Chances& leaves, std::size_t& next) {
  if (shape.kind == NodeKind::kLeaf) return {leaves[next], next++};
  Reference found;
  Ternary mixture;
  for (std::size_t i = 0; i < shape.children.size(); ++i) {
    const Reference child = value_of(shape.children[i], leaves, next);
    if (shape.kind == NodeKind::kChance) {
      const double chance = shape.chances[i];
      mixture = {mixture.loss + chance * child.value.loss, mixture.draw + chance * child.value.draw,
                 mixture.win + chance * child.value.win};
      continue;
    }
    const bool better = shape.kind == NodeKind::kMax ? child.value.loss < found.value.loss
                                                     : child.value.loss > found.value.loss;
    if (i == 0 || better) found = child;
  }
  return shape.kind == NodeKind::kChance ? Reference{mixture, 0, true} : found;
}

TEST_CASE(
    "trees of any shape have the values and principal leaves of a recursive reference, action by "
    "action") {
  Rng rng(1);
  for (int i = 0; i < 400; ++i) {
    const TreeShape shape = random_shape(NodeKind::kMax, 4, i % 2 == 0, rng);
    const Tree tree(shape);
    const Chances chances = random_chances(tree.leaves(), rng);
    TreeValue value(tree, DecisionRule{});
    for (std::size_t leaf = 0; leaf < chances.size(); ++leaf) value.set_leaf(leaf, chances[leaf]);
    value.back_up(rng);
    REQUIRE(tree.actions() == shape.children.size());
    std::size_t next = 0;
    for (std::size_t action = 0; action < tree.actions(); ++action) {
      const std::size_t first = next;
      const Reference reference = value_of(shape.children[action], chances, next);
      CHECK(tree.first_leaf(action) == first);
      CHECK(tree.first_leaf(action + 1) == next);
      for (std::size_t leaf = first; leaf < next; ++leaf) CHECK(tree.action_of(leaf) == action);
      CHECK(value.action(action).loss == doctest::Approx(reference.value.loss));
      CHECK(value.action(action).draw == doctest::Approx(reference.value.draw));
      const std::size_t principal = value.principal_leaf_of(action);
      CHECK(principal >= first);
      CHECK(principal < next);
      if (!reference.by_chance) CHECK(principal == reference.leaf);
    }
    CHECK(next == tree.leaves());
    next = 0;
    CHECK(value.actions()[value.best_action()].loss ==
          doctest::Approx(value_of(shape, chances, next).value.loss));
  }
}

TEST_CASE("below a chance node each child is followed with its probability") {
  const Tree tree(TreeShape{
      NodeKind::kMax, {TreeShape{NodeKind::kChance, std::vector<TreeShape>(3), {0.2, 0, 0.8}}}});
  TreeValue value(tree, DecisionRule{});
  Rng rng(2);
  std::vector<int> counts(3);
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    value.back_up(rng);
    ++counts[value.principal_leaf(0)];
  }
  CHECK(counts[1] == 0);
  CHECK(std::fabs(counts[0] - 0.2 * kDraws) < 4 * std::sqrt(0.16 * kDraws));
}

TEST_CASE("updating one leaf gives the same values as computing all anew") {
  Rng rng(3);
  for (int i = 0; i < 100; ++i) {
    const Tree tree(random_shape(NodeKind::kMax, 4, i % 2 == 0, rng));
    Chances chances = random_chances(tree.leaves(), rng);
    TreeValue kept(tree, DecisionRule{}), anew(tree, DecisionRule{});
    for (std::size_t leaf = 0; leaf < chances.size(); ++leaf) kept.set_leaf(leaf, chances[leaf]);
    kept.back_up(rng);
    for (int change = 0; change < 20; ++change) {
      const std::size_t changed = rng.below(static_cast<std::uint32_t>(chances.size()));
      chances[changed] = Belief().sample(rng);
      kept.update(changed, chances[changed], rng);
      for (std::size_t leaf = 0; leaf < chances.size(); ++leaf) anew.set_leaf(leaf, chances[leaf]);
      anew.back_up(rng);
      CHECK(kept.best_action() == anew.best_action());
      for (std::size_t action = 0; action < tree.actions(); ++action)
        CHECK(kept.action(action) == anew.action(action));
    }
  }
}

/// Posteriors of a method that pulled various leaves.
Beliefs random_beliefs(std::size_t leaves, Rng& rng) {
  Beliefs beliefs(leaves);
  for (Belief& belief : beliefs) {
    for (std::uint32_t left = rng.below(12); left-- > 0;)
      belief.observe(pulled({0.3, 0.4, 0.3}, rng));
  }
  return beliefs;
}

TEST_CASE(
    "a sample that skips irrelevant leaves has the distribution of a full sample: best action, its "
    "leaf, and the leaf of `first`") {
  Rng rng(4);
  constexpr int kDraws = 4000;
  for (int i = 0; i < 30; ++i) {
    const Tree tree = i < 4   ? tree_of({1, 7, 3})
                      : i < 6 ? Tree::flat(6)
                              : Tree(random_shape(NodeKind::kMax, 3, i % 5 == 0, rng));
    const Beliefs beliefs = random_beliefs(tree.leaves(), rng);
    for (const std::string rule :
         {"lexicographic", "grid:0.2", "tolerance:0.1", "weighted:0.3", "expectation"}) {
      CAPTURE(rule);
      CAPTURE(i);
      TreeValue whole(tree, rule_of(rule)), pruned(tree, rule_of(rule));
      const std::size_t first = rng.below(static_cast<std::uint32_t>(tree.actions()));
      // Frequencies of each pair of leaves: the best action's and that of `first`.
      std::map<std::pair<std::size_t, std::size_t>, std::pair<int, int>> counts;
      for (int draw = 0; draw < kDraws; ++draw) {
        whole.set_to_samples(beliefs, rng);
        whole.back_up(rng);
        ++counts[{whole.principal_leaf(0), whole.principal_leaf_of(first)}].first;
        const std::size_t best = pruned.sample_best(beliefs, first, rng);
        REQUIRE(best == pruned.best_action());
        ++counts[{pruned.principal_leaf(0), pruned.principal_leaf_of(first)}].second;
      }
      double chi_square = 0;
      for (const auto& [leaves, seen] : counts) {
        const double sum = seen.first + seen.second, difference = seen.first - seen.second;
        chi_square += difference * difference / sum;
      }
      const auto freedom = static_cast<double>(counts.size()) - 1;
      CHECK(chi_square < freedom + 4.5 * std::sqrt(2 * freedom) + 5);
    }
  }
}

TEST_CASE("a sample below one action has the distribution of its leaves in a full sample") {
  Rng rng(5);
  const Tree tree = tree_of({2, 4});
  const Beliefs beliefs = random_beliefs(tree.leaves(), rng);
  for (const char* rule : {"lexicographic", "tolerance:0.1"}) {
    TreeValue whole(tree, rule_of(rule)), below(tree, rule_of(rule));
    std::vector<double> difference(tree.leaves());
    constexpr int kDraws = 20000;
    for (int draw = 0; draw < kDraws; ++draw) {
      whole.set_to_samples(beliefs, rng);
      whole.back_up(rng);
      difference[whole.principal_leaf_of(1)] += 1;
      difference[below.sample_below(1, beliefs, rng)] -= 1;
    }
    for (const double count : difference)
      CHECK(std::fabs(count) < 4 * std::sqrt(2 * 0.25 * kDraws));
    CHECK(difference[0] == 0);
    CHECK(difference[1] == 0);
  }
}

}  // namespace
}  // namespace trivium::bandits
