// Strength from game results: score, Elo and normalised Elo with their errors, likelihood of superiority.
//
// Games that come in pairs (one opening, colours reversed) are not independent, so a pair is the sampling unit: its two results add up to
// 0, 1/2, 1, 3/2 or 2 points (the pentanomial). Single games use the trinomial. Normalised Elo measures the score against the
// standard deviation of a game, so that it compares tests at any draw rate. Sources: Van den Bergh, "Normalized Elo" (2020); Wilson 1927
// for intervals that stay sane where all results are equal.
#pragma once

#include <array>
#include <cstdint>

namespace trivium::learning {

/// Results of games from one side's view.
struct GameCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t games() const noexcept { return wins + draws + losses; }
  double points() const noexcept { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

/// [i]: pairs with i half points, 0 to 4.
using PairCounts = std::array<std::uint64_t, 5>;

/// A figure with its 95% interval; infinite ends where the data set no bound.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Mean result of a game, 0 to 1, and its distribution's moments per sampling unit.
struct ScoreStatistics {
  double score = 0.5;         ///< mean points a game
  double deviation = 0;       ///< standard deviation of one game's points (pairs: of a pair's, times the square root of 2, per game)
  double standard_error = 0;  ///< of score
  std::uint64_t units = 0;    ///< games or pairs
};

ScoreStatistics score_statistics(const GameCounts& games) noexcept;
ScoreStatistics score_statistics(const PairCounts& pairs) noexcept;

/// Elo difference of a score: -400 log10(1/s - 1); infinite at 0 and 1.
double elo_of_score(double score) noexcept;
double score_of_elo(double elo) noexcept;

/// No data: value 0 and infinite ends. All units equal: a finite interval by Wilson's method, value infinite only where the score is 0
/// or 1.
Estimate elo(const GameCounts& games) noexcept;
Estimate elo(const PairCounts& pairs) noexcept;
Estimate normalised_elo(const GameCounts& games) noexcept;
Estimate normalised_elo(const PairCounts& pairs) noexcept;

/// Chance that the side is the stronger one, given results and no prior knowledge; 0.5 without data.
double likelihood_of_superiority(const GameCounts& games) noexcept;
double likelihood_of_superiority(const PairCounts& pairs) noexcept;

}  // namespace trivium::learning
