#include "learning/poker_measure/showdown/board_outcomes.h"

#include <cstdint>

#include "engine/poker/equity/combinations.h"

namespace trivium::learning::poker_measure {

using poker::Card;

namespace {

std::vector<Card> draw(std::span<const Card> from, std::size_t count, Rng& rng) {
  std::vector<Card> left(from.begin(), from.end());
  std::vector<Card> cards;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t place = rng.below(static_cast<std::uint32_t>(left.size()));
    cards.push_back(left[place]);
    left[place] = left.back();
    left.pop_back();
  }
  return cards;
}

}  // namespace

BoardOutcomes board_outcomes(std::span<const Card> left, std::size_t count, double possible,
                             OutcomeLimits limits, Rng& rng) {
  BoardOutcomes outcomes;
  const std::size_t all = poker::combinations(left.size(), count);
  if (all <= limits.max_sets) {
    poker::for_each_set(left, count, [&](std::span<const Card> set) {
      outcomes.sets.emplace_back(set.begin(), set.end());
    });
    outcomes.weight = 1 / possible;
    return outcomes;
  }
  for (std::size_t k = 0; k < limits.sampled; ++k) outcomes.sets.push_back(draw(left, count, rng));
  outcomes.weight = static_cast<double>(all) / possible / static_cast<double>(limits.sampled);
  return outcomes;
}

}  // namespace trivium::learning::poker_measure
