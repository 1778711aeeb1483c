#include "engine/poker/strategy_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>

#include "engine/poker/betting_translation.h"

namespace trivium::poker {

namespace {

/// Where the actions of a tree's decision stand among those of an answer.
using Places = std::array<std::size_t, BettingTree::kMostActions>;

/// The place of `action` in `actions`, put there if need be.
std::size_t place_of(Action action, std::vector<Action>& actions) {
  const auto found = std::find(actions.begin(), actions.end(), action);
  const auto place = static_cast<std::size_t>(found - actions.begin());
  if (found == actions.end()) actions.push_back(action);
  return place;
}

std::vector<Places> collect_actions(const BettingTree& tree, std::span<const WeightedDecision> decisions, const Betting& betting,
                                    std::vector<Action>& actions) {
  std::vector<Places> places(decisions.size());
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const std::size_t count = tree.decision(decisions[i].decision).actions;
    for (std::size_t action = 0; action < count; ++action) {
      places[i][action] = place_of(action_for(tree, decisions[i].decision, action, betting), actions);
    }
  }
  return places;
}

}  // namespace

Status StrategyPolicy::can_play(const GameDefinition& game) const {
  if (game == strategy_->tree().game()) return {};
  return Error{fmt::format("{} was learned for another game:\n{}", strategy_->source(), write_game_definition(strategy_->tree().game()))};
}

void StrategyPolicy::distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const {
  const BettingTree& tree = strategy_->tree();
  const std::vector<WeightedDecision> decisions = locate(tree, state);
  out.actions.clear();
  if (decisions.empty()) {
    out.actions.push_back(Action::call());
    out.probabilities.assign(holdings.size(), 1);
    return;
  }
  const std::vector<Places> places = collect_actions(tree, decisions, state.betting, out.actions);
  std::vector<std::uint16_t> buckets(holdings.size());
  strategy_->buckets().find(state.board, holdings, buckets);
  out.probabilities.assign(holdings.size() * out.actions.size(), 0);
  for (std::size_t holding = 0; holding < holdings.size(); ++holding) {
    const std::span row = std::span(out.probabilities).subspan(holding * out.actions.size(), out.actions.size());
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const Strategy::Row parts = strategy_->row(decisions[i].decision, buckets[holding]);
      for (std::size_t action = 0; action < tree.decision(decisions[i].decision).actions; ++action) {
        row[places[i][action]] += decisions[i].weight * parts[action] / Strategy::kCertainty;
      }
    }
  }
}

std::vector<PolicyTerm> StrategyPolicy::terms(const PublicState& state, const Holding& holding) const {
  constexpr double kWhole = 1000;
  const int round = state.betting.round();
  std::uint16_t bucket = 0;
  strategy_->buckets().find(state.board, std::span(&holding, 1), std::span(&bucket, 1));
  std::vector<PolicyTerm> terms{{"bucket of its round", bucket, static_cast<std::int64_t>(strategy_->buckets().count(round))}};
  for (const WeightedDecision& known : locate(strategy_->tree(), state)) {
    terms.push_back({fmt::format("stands for decision {}", known.decision), std::llround(known.weight * kWhole), std::int64_t{1000}});
  }
  return terms;
}

}  // namespace trivium::poker
