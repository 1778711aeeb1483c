#include "learning/statistics/pair_score.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

namespace trivium::learning::statistics {
namespace {

constexpr double kInfinity = INFINITY;

Reach reach(const ScoreSample& sample) noexcept {
  return reach_of_mean(sample.mean, sample.variance, sample.units);
}

}  // namespace

ScoreSample::ScoreSample(const GameCounts& games) noexcept
    : ScoreSample(std::array{games.losses, games.draws, games.wins}, 1) {}
ScoreSample::ScoreSample(const PairCounts& pairs) noexcept : ScoreSample(pairs, 2) {}

ScoreSample::ScoreSample(std::span<const std::uint64_t> counts, double per_unit) noexcept
    : games_per_unit(per_unit) {
  const double top = static_cast<double>(counts.size() - 1);
  double points = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    units += counts[i];
    points += static_cast<double>(counts[i]) * static_cast<double>(i);
  }
  if (units == 0) return;
  const double all = static_cast<double>(units);
  mean = points / (top * all);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double deviation = static_cast<double>(i) / top - mean;
    variance += static_cast<double>(counts[i]) * deviation * deviation / all;
  }
}

Estimate elo(const ScoreSample& sample) noexcept {
  if (sample.units == 0) return {0, -kInfinity, kInfinity};
  const auto [below, above] = reach(sample);
  return {elo_of_score(sample.mean), elo_of_score(sample.mean - below),
          elo_of_score(sample.mean + above)};
}

Estimate normalized_elo(const ScoreSample& sample) noexcept {
  if (sample.units == 0) return {0, -kInfinity, kInfinity};
  // The reach of an interval is z standard errors, which implies a deviation of a unit.
  const double width = kNormal95 / std::sqrt(static_cast<double>(sample.units));
  const auto ratio = [](double excess, double deviation) {
    if (deviation > 0) return excess / deviation;
    return excess == 0 ? 0.0 : std::copysign(kInfinity, excess);
  };
  const double excess = sample.mean - 0.5;
  const auto [below, above] = reach(sample);
  const double value = ratio(excess, std::sqrt(sample.variance));
  const double low = std::min(value, ratio(excess, below / width) - width);
  const double high = std::max(value, ratio(excess, above / width) + width);
  const double unit = kNormalizedUnit / std::sqrt(sample.games_per_unit);
  return {value * unit, low * unit, high * unit};
}

double likelihood_of_superiority(const ScoreSample& sample) noexcept {
  const double excess = sample.mean - 0.5;
  // Computes sqrt(v^2 + e^2) - v without cancellation.
  const double gap =
      excess == 0 ? 0 : excess * excess / (std::hypot(sample.variance, excess) + sample.variance);
  const double z = std::copysign(std::sqrt(2 * static_cast<double>(sample.units) * gap), excess);
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

double elo_of_score(double score) noexcept {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) noexcept { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace trivium::learning::statistics
