#include "engine/bandits/odds.h"

#include <algorithm>
#include <cmath>

#include "engine/bandits/pick.h"

namespace trivium::bandits {

namespace {

struct Ends {
  double low;
  double high;
};

/// Returns the bounds of the central 95 % of `values`; reorders them.
Ends ends_of(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return {values[static_cast<std::size_t>(0.025 * last)],
          values[static_cast<std::size_t>(std::ceil(0.975 * last))]};
}

}  // namespace

std::size_t voted_best(const Beliefs& beliefs, std::size_t samples, TreeValue& scratch,
                       std::span<double> odds, Rng& rng) noexcept {
  std::fill(odds.begin(), odds.end(), 0.0);
  std::size_t best = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    best = scratch.sample_best(beliefs, best, rng);
    odds[best] += 1;
  }
  Pick maximum;
  for (std::size_t action = 0; action < odds.size(); ++action)
    maximum.offer(action, odds[action], rng);
  for (double& share : odds) share /= static_cast<double>(samples);
  return maximum.found;
}

std::vector<ActionView> view_actions(const Tree& tree, const DecisionRule& rule,
                                     const Beliefs& beliefs, std::size_t samples, Rng& rng) {
  const std::size_t actions = tree.actions();
  const auto each = 1 / static_cast<double>(samples);
  std::vector<ActionView> views(actions);
  std::vector<std::vector<double>> losses(actions), draws(actions), wins(actions);
  TreeValue value(tree, rule);
  for (std::size_t i = 0; i < samples; ++i) {
    value.set_to_samples(beliefs, rng);
    value.back_up(rng);
    views[value.best_action()].best += each;
    for (std::size_t action = 0; action < actions; ++action) {
      const Ternary& sample = value.action(action);
      losses[action].push_back(sample.loss);
      draws[action].push_back(sample.draw);
      wins[action].push_back(sample.win);
      Ternary& mean = views[action].mean;
      mean = {mean.loss + each * sample.loss, mean.draw + each * sample.draw,
              mean.win + each * sample.win};
    }
  }
  for (std::size_t action = 0; action < actions; ++action) {
    const Ends loss = ends_of(losses[action]), draw = ends_of(draws[action]),
               win = ends_of(wins[action]);
    views[action].low = {loss.low, draw.low, win.low};
    views[action].high = {loss.high, draw.high, win.high};
    for (std::size_t leaf = tree.first_leaf(action); leaf < tree.first_leaf(action + 1); ++leaf) {
      views[action].pulls += beliefs[leaf].pulls();
    }
  }
  return views;
}

}  // namespace trivium::bandits
