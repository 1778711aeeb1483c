// Strength from game results: score, Elo and normalized Elo with their 95 % intervals, and
// likelihood of superiority.
//
// Games that come in pairs (one opening, colors reversed) are not independent, so a pair is the
// sampling unit. Its two results add up to 0, 1/2, 1, 3/2 or 2 points (pentanomial counts).
// Otherwise a game is the sampling unit (trinomial counts). The result x of a unit is the mean of
// its games' results, in [0, 1]. Over n units, s is the mean of x, and v = sum (x - s)^2 / n is its
// variance. intervals.h gives the interval of s.
//
//   Elo              -400 log10(1/s - 1)
//   normalized Elo   800 / ln 10 * (s - 1/2) / sigma, where sigma is the standard deviation of one
//                    game: sqrt(v) if units are games, sqrt(2 v) if they are pairs
//   superiority      Phi(z), where z has the sign of s - 1/2 and |z| is the value for which the
//                    interval of intervals.h just reaches 1/2:
//                    z^2 = 2 n (sqrt(v^2 + (s - 1/2)^2) - v)
//
// Normalized Elo measures the score in units of the standard deviation of a game, so it compares
// tests with different draw rates.
// Source: Van den Bergh, "Normalized Elo" (2020).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/core/add_fields.h"
#include "engine/core/outcome.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::statistics {

/// Results of games from one side's view.
struct GameCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t games() const noexcept { return wins + draws + losses; }
  double points() const noexcept {
    return static_cast<double>(wins) + static_cast<double>(draws) / 2;
  }
  void add(Outcome outcome) noexcept {
    ++(outcome == Outcome::kWin ? wins : outcome == Outcome::kDraw ? draws : losses);
  }
  GameCounts& operator+=(const GameCounts& more) noexcept {
    return add_fields(*this, more, &GameCounts::wins, &GameCounts::draws, &GameCounts::losses);
  }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

/// Element i is the number of pairs with i half points, from one side's view.
using PairCounts = std::array<std::uint64_t, 5>;

/// Returns the same games from the other side's view.
constexpr GameCounts reversed(const GameCounts& games) noexcept {
  return {games.losses, games.draws, games.wins};
}
constexpr PairCounts reversed(const PairCounts& pairs) noexcept {
  return {pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]};
}

/// Mean and variance of the results of sampling units, which are games or pairs. The functions
/// below accept both kinds of counts.
struct ScoreSample {
  ScoreSample(const GameCounts& games) noexcept;
  ScoreSample(const PairCounts& pairs) noexcept;

  double mean = 0.5;    ///< s above; 1/2 without data
  double variance = 0;  ///< v above
  std::uint64_t units = 0;
  double games_per_unit = 1;

 private:
  /// counts[i] units have the mean result i / (size - 1).
  ScoreSample(std::span<const std::uint64_t> counts, double per_unit) noexcept;
};

/// Returns the Elo difference at which `score` is expected; infinite at 0 and 1.
double elo_of_score(double score) noexcept;
/// Returns the expected score at an Elo difference, in [0, 1].
double score_of_elo(double elo) noexcept;

/// Returns the Elo difference with its interval. Without data the value is 0 and both ends are
/// infinite. If the score is 0 or 1, the value and the end on its side are infinite.
Estimate elo(const ScoreSample& sample) noexcept;

/// Normalized Elo of a score that is one standard deviation of a game above 1/2.
inline constexpr double kNormalizedUnit = 347.43558552260146;  // 800 / ln 10
/// Returns the normalized Elo with its interval. Without data the value is 0 and both ends are
/// infinite. The value is infinite if all units are equal and not 1/2. The interval of the mean
/// (intervals.h) is not symmetric, so each end is computed with its own standard deviation: the
/// distance of the mean's end from the mean, divided by 1.96 and multiplied by the square root of
/// the number of units.
Estimate normalized_elo(const ScoreSample& sample) noexcept;

/// Returns the probability, in [0, 1], that this side is stronger, without prior knowledge; 0.5
/// without data. It is 0.975 if the lower end of elo() is 0.
double likelihood_of_superiority(const ScoreSample& sample) noexcept;

}  // namespace trivium::learning::statistics
