#include "engine/poker/policies/tree_answer.h"

#include <algorithm>
#include <array>

#include "engine/poker/strategy/betting_translation.h"

namespace trivium::poker {

namespace {

/// Index in an answer of each action of a tree's decision.
using Places = std::array<std::size_t, BettingTree::kMaxActions>;

std::vector<Places> collect_actions(const BettingTree& tree,
                                    std::span<const WeightedDecision> decisions,
                                    const Betting& betting, std::vector<Action>& actions) {
  std::vector<Places> places(decisions.size());
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const std::size_t count = tree.decision(decisions[i].decision).actions;
    for (std::size_t action = 0; action < count; ++action) {
      places[i][action] =
          place_of(action_for(tree, decisions[i].decision, action, betting), actions);
    }
  }
  return places;
}

}  // namespace

std::size_t place_of(Action action, std::vector<Action>& actions) {
  const auto found = std::ranges::find(actions, action);
  const auto place = static_cast<std::size_t>(found - actions.begin());
  if (found == actions.end()) actions.push_back(action);
  return place;
}

double answer_by_tree(const BettingTree& tree, const PublicState& state,
                      std::span<const std::uint16_t> buckets, const TreeRow& row, Unanswered rest,
                      ActionDistribution& out) {
  const auto [decisions, unanswered] = locate(tree, state);
  const double call = rest == Unanswered::kCalls ? unanswered : 0;
  out.actions.clear();
  const std::vector<Places> places = collect_actions(tree, decisions, state.betting, out.actions);
  const std::size_t call_place = call > 0 ? place_of(Action::call(), out.actions) : 0;
  out.probabilities.assign(buckets.size() * out.actions.size(), 0);
  std::array<double, BettingTree::kMaxActions> probabilities{};
  // By bucket: the first holding in it; the others share its answer.
  std::vector<std::size_t> first(buckets.empty() ? 0 : std::ranges::max(buckets) + std::size_t{1},
                                 buckets.size());
  for (std::size_t holding = 0; holding < buckets.size(); ++holding) {
    const std::span answer =
        std::span(out.probabilities).subspan(holding * out.actions.size(), out.actions.size());
    const std::uint16_t bucket = buckets[holding];
    if (first[bucket] < holding) {
      std::ranges::copy(out.row(first[bucket]), answer.begin());
      continue;
    }
    first[bucket] = holding;
    if (call > 0) answer[call_place] = call;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const std::span known =
          std::span(probabilities).first(tree.decision(decisions[i].decision).actions);
      row(decisions[i].decision, bucket, known);
      for (std::size_t action = 0; action < known.size(); ++action)
        answer[places[i][action]] += decisions[i].weight * known[action];
    }
  }
  return unanswered;
}

}  // namespace trivium::poker
