// The likelihood of results between pairs of players, for bradley_terry.h and ratings.h, which name
// the models. Internal to this folder.
//
// The logarithms of the parameters stand in one vector: the players' strengths, then the home
// advantage h and the tie parameter n, where they are fitted. 1 is a factor e.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "learning/statistics/bradley_terry.h"
#include "learning/statistics/newton.h"

namespace trivium::learning::statistics {

inline constexpr double kEloPerNat = 173.71779276130073;  // 400 / ln 10

class PairedModel {
 public:
  enum class Ties : std::uint8_t { kHalfWins, kRaoKupper, kDavidson };

  /// `fixed`: players whose strengths stay; empty: none. `pairings` must outlive it.
  PairedModel(std::size_t players, std::span<const RatedPairing> pairings, Ties ties,
              bool home_advantage, double virtual_draws, std::vector<bool> fixed = {});

  std::optional<std::size_t> home() const noexcept { return home_; }
  /// Nothing if no game was tied.
  std::optional<std::size_t> tie() const noexcept { return tie_; }

  struct Point {
    double games = 0;              ///< log-likelihood of the games
    double value = 0;              ///< with the prior
    std::vector<double> gradient;  ///< of the value; 0 for fixed players
    Matrix curvature;              ///< minus the Hessian; positive definite with a prior
  };
  Point at(const std::vector<double>& x) const;

  /// Where Newton's method begins, for players of equal strength.
  std::vector<double> start() const;
  /// Climbs from `x` to the maximum. Returns why it ended.
  Ended climb_from(Place<Point>& place, std::size_t& steps) const;
  /// An iteration of minorization-maximization: all strengths, then h, then n.
  std::vector<double> minorize(std::vector<double> x) const;

  /// Variance of the gradient as the results show it, if ties are half wins: at most what the model
  /// says, and `unshown` points squared more for each pairing.
  Matrix variance(const std::vector<double>& x, double unshown) const;

 private:
  /// The log-likelihood of a pairing and its derivatives by `gap`, the logarithm of u / v, and by
  /// `tie`, that of n.
  struct Term {
    double value = 0;
    double by_gap = 0, by_tie = 0;
    double gap_gap = 0, gap_tie = 0, tie_tie = 0;
  };
  /// What a pairing gives to the minorizer at the strengths u, v and the tie parameter n, which is
  /// the sum of `home_wins` ln u + `away_wins` ln v - `per_home` u - `per_away` v - `per_tie` n.
  struct Minorizer {
    double home_wins, away_wins;
    double per_home, per_away, per_tie;
  };

  /// Points of the home player and of its opponent; where ties have a parameter of Rao and Kupper,
  /// a tie is a win of both: P(tie) = (n^2 - 1) P(home wins) P(away wins).
  std::pair<double, double> wins_of(const GameCounts& games) const noexcept;
  Term logistic_term(const GameCounts& games, double gap, double tie) const;
  Term davidson_term(const GameCounts& games, double gap, double tie) const;
  Minorizer minorizer(const GameCounts& games, double u, double v, double n) const;
  double gap_of(const RatedPairing& pairing, const std::vector<double>& x) const;
  void add(const RatedPairing& pairing, const Term& term, Point& point) const;
  /// No step moves what is fixed, and no error comes from it.
  void fix(Matrix& matrix) const;

  std::size_t players_;
  std::span<const RatedPairing> pairings_;
  Ties model_;
  double virtual_draws_;
  std::vector<bool> fixed_;
  double ties_ = 0;
  std::size_t size_;
  std::optional<std::size_t> home_, tie_;
};

/// Standard error of the sum of parameters with these factors, if the gradient has this variance.
double error_along(const Cholesky& information, const Matrix& variance,
                   std::span<const double> factors);

/// Factors of the difference between a player and the mean of `players`.
std::vector<double> from_mean(std::size_t player, std::size_t players, std::size_t parameters);

}  // namespace trivium::learning::statistics
