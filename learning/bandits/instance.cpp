#include "learning/bandits/instance.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace trivium::learning::bandits {

namespace {

using trivium::bandits::DecisionRule;
using trivium::bandits::NodeKind;
using trivium::bandits::RuleKind;
using trivium::bandits::Ternary;
using trivium::bandits::Tree;

/// Order of true values: the smaller pair is better. Numbers are in units of 1e-9, so that sums of
/// tenths which should be equal are equal.
using TruthKey = std::pair<std::int64_t, std::int64_t>;

TruthKey key_of(const Ternary& chances, const DecisionRule& truth) noexcept {
  constexpr double kSteps = 1e9;
  const auto steps = [](double number) {
    return static_cast<std::int64_t>(std::llround(number * kSteps));
  };
  if (truth.kind == RuleKind::kWeighted)
    return {steps(chances.loss + truth.parameter * chances.draw), 0};
  if (truth.kind == RuleKind::kExpectation) return {steps(chances.loss - chances.win), 0};
  return {steps(chances.loss), steps(chances.draw)};
}

std::vector<Ternary> node_values(const Tree& tree, const std::vector<Ternary>& leaves,
                                 const DecisionRule& truth) {
  const std::span<const Tree::Node> nodes = tree.nodes();
  std::vector<Ternary> values(nodes.size());
  for (std::size_t number = nodes.size(); number-- > 0;) {
    const Tree::Node& node = nodes[number];
    if (node.kind == NodeKind::kLeaf) {
      values[number] = leaves[node.first];
      continue;
    }
    const auto first = values.begin() + node.first, last = first + node.count;
    if (node.kind == NodeKind::kChance) {
      for (std::size_t child = node.first; child < node.first + node.count; ++child) {
        values[number].loss += nodes[child].chance * values[child].loss;
        values[number].draw += nodes[child].chance * values[child].draw;
        values[number].win += nodes[child].chance * values[child].win;
      }
      continue;
    }
    const auto less = [&truth](const Ternary& a, const Ternary& b) {
      return key_of(a, truth) < key_of(b, truth);
    };
    values[number] = node.kind == NodeKind::kMax ? *std::min_element(first, last, less)
                                                 : *std::max_element(first, last, less);
  }
  return values;
}

}  // namespace

std::size_t Instance::answers() const noexcept {
  return static_cast<std::size_t>(std::count(ranks.begin(), ranks.end(), 0U));
}

double Instance::best_score() const noexcept {
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t action = 0; action < ranks.size(); ++action) {
    if (right(action)) best = std::max(best, scores[action]);
  }
  return best;
}

DecisionRule truth_for(const DecisionRule& rule) noexcept {
  return rule.kind == RuleKind::kWeighted || rule.kind == RuleKind::kExpectation ? rule
                                                                                 : DecisionRule{};
}

Instance make_instance(Tree tree, std::vector<Ternary> leaves, const DecisionRule& truth,
                       std::vector<double> scores, std::vector<std::string> names) {
  const std::vector<Ternary> values = node_values(tree, leaves, truth);
  const std::size_t count = tree.actions();
  Instance made{std::move(tree),   std::move(leaves), {}, std::vector<std::size_t>(count),
                std::move(scores), std::move(names)};
  for (std::size_t action = 0; action < count; ++action)
    made.actions.push_back(values[made.tree.action_node(action)]);
  std::vector<TruthKey> keys;
  for (const Ternary& value : made.actions) keys.push_back(key_of(value, truth));
  std::vector<TruthKey> sorted = keys;
  std::ranges::sort(sorted);
  for (std::size_t action = 0; action < count; ++action) {
    made.ranks[action] =
        static_cast<std::size_t>(std::ranges::lower_bound(sorted, keys[action]) - sorted.begin());
  }
  if (made.scores.empty()) {
    for (const std::size_t rank : made.ranks)
      made.scores.push_back(static_cast<double>(count - rank));
  }
  for (std::size_t action = made.names.size(); action < count; ++action)
    made.names.push_back(std::to_string(action + 1));
  return made;
}

}  // namespace trivium::learning::bandits
