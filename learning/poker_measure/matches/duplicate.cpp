#include "learning/poker_measure/matches/duplicate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/poker/equity/holdings.h"
#include "learning/statistics/moments.h"

namespace trivium::learning::poker_measure {

Winnings Duplicate::winnings() const noexcept {
  return {pairs_.mean(), statistics::kNormal95 * pairs_.standard_error(),
          std::numbers::sqrt2 * std::sqrt(pairs_.variance()), pairs_.count()};
}

void DealClusters::add(const poker::Hand& hand) {
  const std::uint64_t first = poker::cards_of(poker::holding_of(hand, 0)).bits();
  const std::uint64_t second = poker::cards_of(poker::holding_of(hand, 1)).bits();
  const auto [place, is_new] = numbers_.emplace(std::minmax(first, second), numbers_.size());
  cluster_of_.push_back(place->second);
}

Winnings DealClusters::mean(std::span<const double> values) const {
  Winnings result;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) result.mean += value / count;
  std::size_t clusters = 0;  // clusters are numbered in the order of their first hands
  for (std::size_t k = 0; k < values.size(); ++k) clusters = std::max(clusters, cluster_of_[k] + 1);
  std::vector<double> sums(clusters);
  for (std::size_t k = 0; k < values.size(); ++k) sums[cluster_of_[k]] += values[k] - result.mean;
  const double error = statistics::error_of_sum(sums) / count;
  result.half_width = statistics::kNormal95 * error;
  result.deviation = sums.size() < 2 ? 0 : error * std::sqrt(count);
  result.units = sums.size();
  return result;
}

}  // namespace trivium::learning::poker_measure
