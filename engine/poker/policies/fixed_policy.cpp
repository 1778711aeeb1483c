#include "engine/poker/policies/fixed_policy.h"

#include <algorithm>
#include <cstdint>

namespace trivium::poker {

namespace {

std::vector<Action> wide_raises(const Betting& betting) {
  const std::optional<RaiseRange> range = betting.raise_range();
  if (!range) return {};
  if (!betting.game().no_limit()) return {Action::raise()};
  const std::int64_t pot = std::int64_t{betting.max_spent()} + betting.pot() + betting.to_call();
  const auto to_pot = static_cast<Chips>(std::clamp<std::int64_t>(pot, range->min, range->max));
  std::vector<Action> raises;
  for (const Chips to : {range->min, to_pot, range->max}) {
    if (raises.empty() || raises.back().to != to) raises.push_back(Action::raise(to));
  }
  return raises;
}

}  // namespace

void FixedPolicy::distribution(const PublicState& state, std::span<const Holding> holdings,
                               ActionDistribution& out) const {
  const std::vector<Action> raises = wide_raises(state.betting);
  out.actions.clear();
  std::vector<double> weights;
  const auto consider = [&](Action action, double weight) {
    out.actions.push_back(action);
    weights.push_back(weight);
  };
  if (state.betting.can_fold()) consider(Action::fold(), weights_.fold);
  consider(Action::call(), weights_.call);
  for (const Action raise : raises)
    consider(raise, weights_.raise / static_cast<double>(raises.size()));

  double sum = 0;
  for (const double weight : weights) sum += weight;
  if (sum == 0) {
    weights[out.actions.front() == Action::call() ? 0 : 1] = 1;
    sum = 1;
  }
  out.probabilities.clear();
  for (std::size_t k = 0; k < holdings.size(); ++k) {
    for (const double weight : weights) out.probabilities.push_back(weight / sum);
  }
}

}  // namespace trivium::poker
