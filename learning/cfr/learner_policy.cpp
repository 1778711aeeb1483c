#include "learning/cfr/learner_policy.h"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/poker/tree_answer.h"

namespace trivium::learning::cfr {

Status LearnerPolicy::can_play(const poker::GameDefinition& game) const {
  if (game == learner_.tree().game()) return {};
  return Error{"this strategy is for another game"};
}

void LearnerPolicy::distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                                 poker::ActionDistribution& out) const {
  std::vector<Bucket> buckets;
  for (const poker::Holding& holding : holdings) buckets.push_back(learner_.cards().bucket(state.betting.round(), holding, state.board));
  const auto row = [&](std::size_t decision, std::size_t holding, std::span<double> probabilities) {
    std::array<float, poker::BettingTree::kMostActions> average{};
    learner_.average(decision, buckets[holding], average);
    std::copy_n(average.begin(), probabilities.size(), probabilities.begin());
  };
  poker::answer_by_tree(learner_.tree(), state, holdings.size(), row, out);
}

}  // namespace trivium::learning::cfr
