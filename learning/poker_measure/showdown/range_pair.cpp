#include "learning/poker_measure/showdown/range_pair.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "engine/poker/rules/card.h"

namespace trivium::learning::poker_measure {

std::vector<double> compatible_sums(const poker::HoldingTable& table,
                                    std::span<const double> weights) {
  double total = 0;
  std::array<double, poker::kCards> by_card{};
  const bool two = table.cards() == 2;
  for (std::size_t number = 0; number < table.size(); ++number) {
    const double weight = weights[number];
    total += weight;
    by_card[table[number][0]] += weight;
    if (two) by_card[table[number][1]] += weight;
  }
  std::vector<double> sums(table.size());
  for (std::size_t number = 0; number < table.size(); ++number) {
    const double sum =
        two ? total - by_card[table[number][0]] - by_card[table[number][1]] + weights[number]
            : total - by_card[table[number][0]];
    // Rounding errors must not make a sum negative.
    sums[number] = std::max(sum, 0.0);
  }
  return sums;
}

RangePair::RangePair(const poker::HoldingTable& table) : table_(&table) {
  for (std::vector<double>& weights : weights_) weights.assign(table.size(), 1.0);
}

void RangePair::hold(int player, std::size_t holding) {
  std::vector<double>& weights = weights_[static_cast<std::size_t>(player)];
  const double weight = weights[holding];
  std::fill(weights.begin(), weights.end(), 0.0);
  weights[holding] = weight;
}

void RangePair::take(poker::Card card) {
  const std::uint64_t bit = std::uint64_t{1} << card;
  for (std::size_t number = 0; number < table_->size(); ++number) {
    if ((table_->mask(number) & bit) == 0) continue;
    for (std::vector<double>& weights : weights_) weights[number] = 0;
  }
}

void RangePair::scale(int player, std::span<const double> factors) {
  std::vector<double>& weights = weights_[static_cast<std::size_t>(player)];
  for (std::size_t number = 0; number < weights.size(); ++number)
    weights[number] *= factors[number];
}

std::vector<double> RangePair::joint(int player) const {
  std::vector<double> sums = compatible_sums(*table_, weights(1 - player));
  const std::span<const double> own = weights(player);
  for (std::size_t number = 0; number < sums.size(); ++number) sums[number] *= own[number];
  return sums;
}

double RangePair::mass() const {
  const std::vector<double> both = joint(0);
  return std::accumulate(both.begin(), both.end(), 0.0);
}

}  // namespace trivium::learning::poker_measure
