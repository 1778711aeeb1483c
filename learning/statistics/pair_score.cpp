#include "learning/statistics/pair_score.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

namespace trivium::learning::statistics {
namespace {

constexpr double kInfinity = INFINITY;

/// Mean and variance of the mean results of `units` sampling units.
struct Sample {
  double mean = 0.5;
  double variance = 0;  ///< v in the header
  std::uint64_t units = 0;
  double games_per_unit = 1;
};

/// Returns the sample in which counts[i] units have the mean result i / (size - 1).
Sample sample_of(std::span<const std::uint64_t> counts, double games_per_unit) noexcept {
  Sample sample{.games_per_unit = games_per_unit};
  const double top = static_cast<double>(counts.size() - 1);
  double points = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sample.units += counts[i];
    points += static_cast<double>(counts[i]) * static_cast<double>(i);
  }
  if (sample.units == 0) return sample;
  const double units = static_cast<double>(sample.units);
  sample.mean = points / (top * units);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double deviation = static_cast<double>(i) / top - sample.mean;
    sample.variance += static_cast<double>(counts[i]) * deviation * deviation / units;
  }
  return sample;
}

Sample sample_of(const GameCounts& games) noexcept {
  return sample_of(std::array{games.losses, games.draws, games.wins}, 1);
}
Sample sample_of(const PairCounts& pairs) noexcept { return sample_of(pairs, 2); }

ScoreStatistics statistics(const Sample& sample) noexcept {
  ScoreStatistics statistics{.score = sample.mean, .units = sample.units};
  statistics.deviation = std::sqrt(sample.games_per_unit * sample.variance);
  if (sample.units > 0)
    statistics.standard_error = std::sqrt(sample.variance / static_cast<double>(sample.units));
  return statistics;
}

Reach reach(const Sample& sample) noexcept {
  return reach_of_mean(sample.mean, sample.variance, sample.units);
}

Estimate elo(const Sample& sample) noexcept {
  if (sample.units == 0) return {0, -kInfinity, kInfinity};
  const auto [below, above] = reach(sample);
  return {elo_of_score(sample.mean), elo_of_score(sample.mean - below),
          elo_of_score(sample.mean + above)};
}

Estimate normalized_elo(const Sample& sample) noexcept {
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

double likelihood_of_superiority(const Sample& sample) noexcept {
  const double excess = sample.mean - 0.5;
  // Computes sqrt(v^2 + e^2) - v without cancellation.
  const double gap =
      excess == 0 ? 0 : excess * excess / (std::hypot(sample.variance, excess) + sample.variance);
  const double z = std::copysign(std::sqrt(2 * static_cast<double>(sample.units) * gap), excess);
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

}  // namespace

ScoreStatistics score_statistics(const GameCounts& games) noexcept {
  return statistics(sample_of(games));
}
ScoreStatistics score_statistics(const PairCounts& pairs) noexcept {
  return statistics(sample_of(pairs));
}

double elo_of_score(double score) noexcept {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) noexcept { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate elo(const GameCounts& games) noexcept { return elo(sample_of(games)); }
Estimate elo(const PairCounts& pairs) noexcept { return elo(sample_of(pairs)); }
Estimate normalized_elo(const GameCounts& games) noexcept {
  return normalized_elo(sample_of(games));
}
Estimate normalized_elo(const PairCounts& pairs) noexcept {
  return normalized_elo(sample_of(pairs));
}
double likelihood_of_superiority(const GameCounts& games) noexcept {
  return likelihood_of_superiority(sample_of(games));
}
double likelihood_of_superiority(const PairCounts& pairs) noexcept {
  return likelihood_of_superiority(sample_of(pairs));
}

}  // namespace trivium::learning::statistics
