#include "learning/cfr/learner_policy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/poker/policies/tree_answer.h"

namespace trivium::learning::cfr {

Status LearnerPolicy::can_play(const poker::GameDefinition& game) const {
  if (game == learner_.tree().game()) return {};
  return Error{"poker.strategy.game", "this strategy is for another game"};
}

void LearnerPolicy::distribution(const poker::PublicState& state,
                                 std::span<const poker::Holding> holdings,
                                 poker::ActionDistribution& out) const {
  std::vector<std::uint16_t> buckets;
  for (const poker::Holding& holding : holdings)
    buckets.push_back(static_cast<std::uint16_t>(
        learner_.cards().bucket(state.betting.round(), holding, state.board)));
  const auto row = [&](std::size_t decision, std::uint16_t bucket,
                       std::span<double> probabilities) {
    std::array<float, poker::BettingTree::kMaxActions> average{};
    learner_.average(decision, bucket, std::span(average).first(probabilities.size()));
    std::copy_n(average.begin(), probabilities.size(), probabilities.begin());
  };
  poker::answer_by_tree(learner_.tree(), state, buckets, row, poker::Unanswered::kCalls, out);
}

}  // namespace trivium::learning::cfr
