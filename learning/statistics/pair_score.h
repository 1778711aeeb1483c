// Strength from game results: score, Elo and normalized Elo with their intervals, likelihood of
// superiority.
//
// Games that come in pairs (one opening, colors reversed) are not independent, so a pair is the
// sampling unit: its two results add up to 0, 1/2, 1, 3/2 or 2 points (the pentanomial). Single
// games use the trinomial. A unit's mean result x lies in [0, 1]; n units have the mean s and the
// variance v = sum (x - s)^2 / n, and intervals.h bounds their mean.
//
//   Elo of a mean            -400 log10(1/s - 1)
//   normalized Elo           800 / ln 10 * (s - 1/2) / sigma,  sigma = sqrt(v) for games and sqrt(2
//   v) for pairs: of one game superiority              Phi(z) for the z at which the interval's
//   nearer end is 1/2: z^2 = 2 n (sqrt(v^2 + (s - 1/2)^2) - v)
//
// Normalised Elo measures the score against the deviation of a game, so that it compares tests at
// any draw rate. Source: Van den Bergh, "Normalized Elo" (2020).
#pragma once

#include <array>
#include <cstdint>

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
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

/// [i]: pairs with i half points, 0 to 4.
using PairCounts = std::array<std::uint64_t, 5>;

/// The same games from the other side's view.
constexpr GameCounts reversed(const GameCounts& games) noexcept {
  return {games.losses, games.draws, games.wins};
}
constexpr PairCounts reversed(const PairCounts& pairs) noexcept {
  return {pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]};
}

/// Mean result of a game, 0 to 1, and its distribution's moments per sampling unit.
struct ScoreStatistics {
  double score = 0.5;         ///< mean points a game; 1/2 without data
  double deviation = 0;       ///< standard deviation of one game's points (pairs: of a pair's mean,
                              ///< times the square root of 2)
  double standard_error = 0;  ///< of score, from the deviation seen; 0 where all units are equal
  std::uint64_t units = 0;    ///< games or pairs
};

ScoreStatistics score_statistics(const GameCounts& games) noexcept;
ScoreStatistics score_statistics(const PairCounts& pairs) noexcept;

/// Elo difference of a score: -400 log10(1/s - 1); infinite at 0 and 1.
double elo_of_score(double score) noexcept;
double score_of_elo(double elo) noexcept;

/// No data: value 0 and infinite ends. Otherwise the value is infinite only where the score is 0 or
/// 1, and then so is the end beyond it.
Estimate elo(const GameCounts& games) noexcept;
Estimate elo(const PairCounts& pairs) noexcept;
/// What a normalized Elo of 1 is in standard deviations of a game: the score is 1/2 + elo /
/// kNormalizedUnit * deviation.
inline constexpr double kNormalizedUnit = 347.43558552260146;  // 800 / ln 10
/// No data: value 0 and infinite ends. Otherwise the value is infinite only where all units are
/// equal and not even. The ends take the deviation for what it must be for the score to lie where
/// the interval of the mean ends.
Estimate normalised_elo(const GameCounts& games) noexcept;
Estimate normalised_elo(const PairCounts& pairs) noexcept;

/// Chance that the side is the stronger one, given results and no prior knowledge; 0.5 without
/// data. 0.975 where the interval of elo() begins at 0.
double likelihood_of_superiority(const GameCounts& games) noexcept;
double likelihood_of_superiority(const PairCounts& pairs) noexcept;

}  // namespace trivium::learning::statistics
