#include "learning/poker_cnn/targets.h"

namespace trivium::learning::poker_cnn {

Target taken_target(const LoggedHands& hands, const Decision& decision,
                    std::span<const std::int32_t> sizes) {
  const Label label = hands.label(decision, sizes);
  Target target;
  target.actions[static_cast<std::size_t>(label.action)] = 1;
  if (label.size) target.sizes[*label.size] = 1;
  return target;
}

Target taught_target(const LoggedHands& hands, const Decision& decision,
                     const poker::Policy& teacher, std::span<const std::int32_t> sizes) {
  const poker::Hand hand = hands.before(decision);
  const poker::Holding holding = poker::holding_of(hand, hand.betting().actor());
  poker::ActionDistribution answer;
  teacher.distribution(hand.public_state(), std::span(&holding, 1), answer);
  Target target;
  for (std::size_t i = 0; i < answer.actions.size(); ++i) {
    const poker::Action action = answer.actions[i];
    target.actions[static_cast<std::size_t>(action.type)] += answer.probabilities[i];
    if (action.type != poker::ActionType::kRaise || !hands.game().no_limit() || sizes.empty())
      continue;
    target.sizes[nearest_size(action.to, sizes, hand.betting())] += answer.probabilities[i];
  }
  return target;
}

TaughtTargets::TaughtTargets(const LoggedHands& hands, std::span<const std::uint32_t> numbers,
                             const poker::Policy& teacher, std::span<const std::int32_t> sizes,
                             std::size_t threads, const WorkProgress& progress)
    : width_(poker::kNetworkActions + sizes.size()), places_(hands.records().size()) {
  std::size_t actions = 0;
  for (const std::uint32_t number : numbers) {
    places_[number] = actions;
    actions += hands.records()[number].hand.actions().size();
  }
  shares_.resize(actions * width_);
  const auto ask = [&](std::size_t i) {
    // Asks in the order of the hand, because teachers cache the last board.
    for (const Decision& decision : hands.decisions(numbers[i], numbers[i] + std::size_t{1})) {
      const Target target = taught_target(hands, decision, teacher, sizes);
      float* place = shares_.data() + (places_[decision.hand] + decision.action) * width_;
      for (const double share : target.actions) *place++ = static_cast<float>(share);
      for (std::size_t size = 0; size < sizes.size(); ++size)
        *place++ = static_cast<float>(target.sizes[size]);
    }
  };
  for_each_item(numbers.size(), threads, ask, progress);
}

Target TaughtTargets::at(const Decision& decision) const noexcept {
  const float* place = shares_.data() + (places_[decision.hand] + decision.action) * width_;
  Target target;
  for (double& share : target.actions) share = static_cast<double>(*place++);
  for (std::size_t size = 0; size + poker::kNetworkActions < width_; ++size)
    target.sizes[size] = static_cast<double>(*place++);
  return target;
}

}  // namespace trivium::learning::poker_cnn
