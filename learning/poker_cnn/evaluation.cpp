#include "learning/poker_cnn/evaluation.h"

#include <algorithm>
#include <cmath>

#include "learning/poker_cnn/targets.h"

namespace trivium::learning::poker_cnn {

namespace {

constexpr double kMinChance = 1e-15;  // keeps the loss of wrong predictions finite

/// Returns the legal action with the highest score. A tie prefers a call, then the first action.
std::size_t best_legal(const Chances& scores, const std::array<bool, kActions>& legal) noexcept {
  auto best = static_cast<std::size_t>(poker::ActionType::kCall);
  for (std::size_t action = 0; action < kActions; ++action) {
    if (legal[action] && scores[action] > scores[best]) best = action;
  }
  return best;
}

}  // namespace

void Evaluation::add(const poker::Betting& betting, const Chances& answer,
                     const Chances& target) noexcept {
  const auto action = static_cast<std::size_t>(std::ranges::max_element(target) - target.begin());
  Accuracy& place = by_round[static_cast<std::size_t>(betting.round())][action];
  place += {best_legal(answer, legal_actions(betting)) == action ? 1U : 0U, 1};
  for (std::size_t i = 0; i < kActions; ++i) {
    if (target[i] == 0) continue;
    loss -= target[i] * std::log(std::max(answer[i], kMinChance));
    minimum -= target[i] * std::log(target[i]);
  }
}

Evaluation Evaluation::mean() const noexcept {
  Evaluation result = *this;
  const std::uint64_t decisions = all().of;
  result.loss = statistics::mean_of(loss, decisions);
  result.minimum = statistics::mean_of(minimum, decisions);
  return result;
}

Accuracy Evaluation::all() const noexcept {
  Accuracy sum;
  for (const auto& actions : by_round) sum += statistics::total_of(actions);
  return sum;
}

std::array<bool, kActions> legal_actions(const poker::Betting& betting) noexcept {
  return {betting.can_fold(), true, betting.raise_range().has_value()};
}

Shards evaluation_shards(std::size_t decisions, std::size_t threads) {
  constexpr std::size_t kEach = 256;
  return {std::max<std::size_t>(1, (decisions + kEach - 1) / kEach), threads};
}

Evaluation evaluate(const poker::Network& network, const LoggedHands& hands,
                    std::span<const Decision> decisions, std::size_t threads,
                    const WorkProgress& progress) {
  const auto add = [&, state = poker::EncodedState(), betting = poker::EncodedBetting()](
                       Evaluation& sums, std::size_t i) mutable {
    const Decision& decision = decisions[i];
    hands.encode(decision, network.setting().alignment, state);
    const poker::Hand hand = hands.before(decision);
    poker::encode_betting(hand.public_state(), betting);
    const poker::NetworkAnswer answer = network.evaluate(state, network.remember(betting));
    sums.add(hand.betting(), answer.actions, taken_target(hands, decision, {}).actions);
  };
  return sum_of_items(decisions.size(), evaluation_shards(decisions.size(), threads), Evaluation(),
                      add, progress)
      .mean();
}

}  // namespace trivium::learning::poker_cnn
