#include "learning/bandits/paper/paper_instances.h"

#include <cstddef>
#include <vector>

namespace trivium::learning::bandits {

namespace {

using trivium::bandits::Ternary;
using trivium::bandits::Tree;

/// Returns an arm. Arguments are in hundredths.
Ternary arm_of(int loss, int draw) {
  return {loss / 100.0, draw / 100.0, (100 - loss - draw) / 100.0};
}

struct LossOfReplies {
  char name;
  std::array<std::array<int, 3>, 3> losses;  // hundredths, by action and reply
};

constexpr int kDrawOfReplies = 10;
constexpr std::array kTrees = std::to_array<LossOfReplies>({
    {'A', {{{40, 30, 30}, {50, 40, 40}, {60, 50, 50}}}},
    {'B', {{{40, 10, 10}, {50, 10, 10}, {60, 10, 10}}}},
    {'C', {{{20, 10, 10}, {50, 40, 40}, {80, 70, 70}}}},
    {'D', {{{30, 10, 10}, {60, 10, 10}, {80, 10, 10}}}},
});

}  // namespace

Instance paper_model(int number) {
  constexpr std::size_t kArms = 5;
  constexpr std::array<std::array<int, kArms>, 3> kLosses = {
      {{10, 30, 50, 70, 90}, {20, 25, 30, 35, 40}, {30, 30, 30, 30, 30}}};
  constexpr std::array<std::array<int, kArms>, 3> kDraws = {
      {{5, 5, 5, 5, 5}, {20, 20, 20, 20, 20}, {20, 25, 30, 35, 40}}};
  const auto model = static_cast<std::size_t>(number - 1);
  std::vector<Ternary> arms;
  for (std::size_t i = 0; i < kArms; ++i)
    arms.push_back(arm_of(kLosses.at(model)[i], kDraws.at(model)[i]));
  return make_instance(Tree::flat(kArms), std::move(arms), {});
}

Instance paper_tree(char name) {
  std::vector<Ternary> leaves;
  for (const LossOfReplies& tree : kTrees) {
    if (tree.name != name) continue;
    for (const auto& replies : tree.losses) {
      for (const int loss : replies) leaves.push_back(arm_of(loss, kDrawOfReplies));
    }
  }
  return make_instance(Tree::replies(std::array<std::size_t, 3>{3, 3, 3}), std::move(leaves), {});
}

}  // namespace trivium::learning::bandits
