#include "learning/statistics/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trivium::learning::statistics {
namespace {

constexpr double kUnseen = 1e-3;  // units counted for a result that never occurred, as in fishtest
constexpr double kMaxElo = 1000;  // maximum distance of a hypothesis from 0, in Elo
constexpr int kMaxIterations = 100;  // of each loop; both end much earlier

/// Number of units by result. Result i is the mean i / (N - 1).
template <std::size_t N>
using Counts = std::array<double, N>;

template <std::size_t N>
constexpr double result(std::size_t i) noexcept {
  return static_cast<double>(i) / static_cast<double>(N - 1);
}

/// Distribution of results under a hypothesis, relative to the counts: p_i = c_i / n / divisor_i.
template <std::size_t N>
using Divisors = std::array<double, N>;

/// Returns the p of maximum likelihood with sum p_i b_i = 0. The sum decreases in theta between two
/// poles, so Newton's method is safeguarded by bisection between them. Requires: `b` has elements
/// of both signs.
template <std::size_t N>
Divisors<N> likeliest(const Counts<N>& counts, const std::array<double, N>& b) noexcept {
  double low = -1 / *std::max_element(b.begin(), b.end());
  double high = -1 / *std::min_element(b.begin(), b.end());
  double theta = 0;
  for (int step = 0; step < kMaxIterations; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const double share = b[i] / (1 + theta * b[i]);
      sum += counts[i] * share;
      slope -= counts[i] * share * share;
    }
    (sum > 0 ? low : high) = theta;
    double next = theta - sum / slope;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (next == theta || next == low || next == high) break;
    const bool arrived = std::abs(next - theta) <= 1e-14 * std::abs(theta);
    theta = next;
    if (arrived) break;
  }
  Divisors<N> divisors;
  for (std::size_t i = 0; i < N; ++i) divisors[i] = 1 + theta * b[i];
  return divisors;
}

template <std::size_t N>
Divisors<N> likeliest_with_mean(const Counts<N>& counts, double mean) noexcept {
  std::array<double, N> b;
  for (std::size_t i = 0; i < N; ++i) b[i] = result<N>(i) - mean;
  return likeliest(counts, b);
}

/// Returns the p of maximum likelihood whose mean is 1/2 plus `t` of its standard deviations.
template <std::size_t N>
Divisors<N> likeliest_with_t(const Counts<N>& counts, double total, double t) noexcept {
  // Mean and deviation of a distribution of wins and losses only, which exists for any t.
  double mean = 0.5 + t / (2 * std::sqrt(1 + t * t));
  double deviation = 1 / (2 * std::sqrt(1 + t * t));
  Divisors<N> divisors{};
  for (int step = 0; step < kMaxIterations; ++step) {
    std::array<double, N> b;
    for (std::size_t i = 0; i < N; ++i) {
      const double away = (result<N>(i) - mean) / deviation;
      b[i] = result<N>(i) - 0.5 - t * deviation * (1 + away * away) / 2;
    }
    divisors = likeliest(counts, b);
    const double last_mean = mean;
    const double last_deviation = deviation;
    double variance = 0;
    mean = 0;
    for (std::size_t i = 0; i < N; ++i) mean += counts[i] / total / divisors[i] * result<N>(i);
    for (std::size_t i = 0; i < N; ++i)
      variance += counts[i] / total / divisors[i] * std::pow(result<N>(i) - mean, 2);
    deviation = std::sqrt(variance);
    if (std::abs(mean - last_mean) + std::abs(deviation - last_deviation) < 1e-12) break;
  }
  return divisors;
}

template <std::size_t N>
double log_likelihood_ratio(const SprtTest& test, Counts<N> counts,
                            double games_per_unit) noexcept {
  double total = 0;
  for (double& count : counts) {
    count = std::max(count, kUnseen);
    total += count;
  }
  const auto divisors = [&](double elo) {
    if (test.model == EloModel::kLogistic) return likeliest_with_mean(counts, score_of_elo(elo));
    return likeliest_with_t(counts, total, elo / kNormalizedUnit * std::sqrt(games_per_unit));
  };
  const Divisors<N> of_h0 = divisors(test.elo0);
  const Divisors<N> of_h1 = divisors(test.elo1);
  double ratio = 0;
  for (std::size_t i = 0; i < N; ++i) ratio += counts[i] * std::log(of_h0[i] / of_h1[i]);
  return ratio;
}

template <std::size_t N>
SprtState state_of(const SprtTest& test, const std::array<std::uint64_t, N>& seen,
                   double games_per_unit) noexcept {
  SprtState state{.lower = std::log(test.beta / (1 - test.alpha)),
                  .upper = std::log((1 - test.beta) / test.alpha)};
  Counts<N> counts;
  std::copy(seen.begin(), seen.end(), counts.begin());
  if (std::all_of(seen.begin(), seen.end(), [](std::uint64_t count) { return count == 0; }))
    return state;
  state.llr = log_likelihood_ratio(test, counts, games_per_unit);
  if (state.llr <= state.lower) state.verdict = SprtVerdict::kH0;
  if (state.llr >= state.upper) state.verdict = SprtVerdict::kH1;
  return state;
}

}  // namespace

Status check(const SprtTest& test) {
  for (const double elo : {test.elo0, test.elo1}) {
    if (!(std::abs(elo) <= kMaxElo))
      return Error{"sprt.elo", "sprt: {} Elo is not between -{} and {}", elo, kMaxElo, kMaxElo};
  }
  if (!(test.elo0 < test.elo1))
    return Error{"sprt.order", "sprt: elo0 ({}) must be below elo1 ({})", test.elo0, test.elo1};
  if (!(test.alpha > 0 && test.alpha < 0.5))
    return Error{"sprt.alpha", "sprt: alpha ({}) must lie between 0 and 0.5", test.alpha};
  if (!(test.beta > 0 && test.beta < 0.5))
    return Error{"sprt.beta", "sprt: beta ({}) must lie between 0 and 0.5", test.beta};
  return {};
}

SprtState sprt(const SprtTest& test, const GameCounts& games) noexcept {
  return state_of(test, std::array{games.losses, games.draws, games.wins}, 1);
}

SprtState sprt(const SprtTest& test, const PairCounts& pairs) noexcept {
  return state_of(test, pairs, 2);
}

}  // namespace trivium::learning::statistics
