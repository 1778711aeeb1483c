#include "learning/cfr/learner_policy.h"

#include <algorithm>
#include <array>

#include "engine/poker/betting_translation.h"

namespace trivium::learning::cfr {

namespace {

/// The place of `action` in `actions`, where it is added if need be.
std::size_t place_of(poker::Action action, std::vector<poker::Action>& actions) {
  const auto found = std::find(actions.begin(), actions.end(), action);
  const auto place = static_cast<std::size_t>(found - actions.begin());
  if (found == actions.end()) actions.push_back(action);
  return place;
}

}  // namespace

Status LearnerPolicy::can_play(const poker::GameDefinition& game) const {
  if (game == learner_.tree().game()) return {};
  return Error{"this strategy is for another game"};
}

void LearnerPolicy::distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                                 poker::ActionDistribution& out) const {
  const poker::BettingTree& tree = learner_.tree();
  const std::vector<poker::WeightedDecision> decisions = poker::locate(tree, state);
  out.actions.clear();
  std::vector<std::size_t> places;  // of all actions of all decisions
  for (const poker::WeightedDecision& one : decisions) {
    for (std::size_t i = 0; i < tree.decision(one.decision).actions; ++i) {
      places.push_back(place_of(poker::action_for(tree, one.decision, i, state.betting), out.actions));
    }
  }
  if (decisions.empty()) out.actions.push_back(poker::Action::call());
  out.probabilities.assign(holdings.size() * out.actions.size(), decisions.empty() ? 1 : 0);
  for (std::size_t h = 0; h < holdings.size() && !decisions.empty(); ++h) {
    const Bucket bucket = learner_.cards().bucket(state.betting.round(), holdings[h], state.board);
    double* row = out.probabilities.data() + h * out.actions.size();
    std::size_t next = 0;
    for (const poker::WeightedDecision& one : decisions) {
      std::array<float, poker::BettingTree::kMostActions> strategy{};
      learner_.average(one.decision, bucket, strategy);
      for (std::size_t i = 0; i < tree.decision(one.decision).actions; ++i) row[places[next++]] += one.weight * strategy[i];
    }
  }
}

}  // namespace trivium::learning::cfr
