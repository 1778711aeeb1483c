// Likelihood of results between pairs of players, with its derivatives. bradley_terry.h and
// ratings.h use it and describe the models. Internal to this folder.
//
// The parameter vector x holds natural logarithms: of the players' strengths, then of the home
// advantage h and the tie parameter n if they are fitted. In a pairing, u is the strength of the
// first (home) player times h, and v the strength of the second (away) player.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "learning/statistics/bradley_terry.h"
#include "learning/statistics/newton.h"

namespace trivium::learning::statistics {

/// Elo of a strength factor e.
inline constexpr double kEloPerNat = 173.71779276130073;  // 400 / ln 10

/// The likelihood and the prior of one model, as functions of x.
class PairedModel {
 public:
  enum class Ties : std::uint8_t { kHalfWins, kRaoKupper, kDavidson };

  /// `fixed` marks the players whose strengths do not change; empty means none. `virtual_draws` is
  /// the number of prior draws of each player, at least 0. Without a tied game in `pairings` the
  /// model is kHalfWins. Requires: `pairings` outlive this.
  PairedModel(std::size_t players, std::span<const RatedPairing> pairings, Ties ties,
              bool home_advantage, double virtual_draws, std::vector<bool> fixed = {});

  /// Index of ln h in x; nothing if the home advantage is not fitted.
  std::optional<std::size_t> home() const noexcept { return home_; }
  /// Index of ln n in x; nothing if the tie parameter is not fitted.
  std::optional<std::size_t> tie() const noexcept { return tie_; }

  struct Point {
    double games = 0;              ///< log-likelihood of the games
    double value = 0;              ///< log-likelihood plus the logarithm of the prior
    std::vector<double> gradient;  ///< of the value; 0 for fixed players
    /// Minus the Hessian; positive definite with a prior. Without a prior, a term is added that
    /// keeps the mean of the logarithms of the strengths. Fixed players have rows of the identity
    /// matrix.
    Matrix curvature;
  };
  /// Evaluates the model at x.
  Point at(const std::vector<double>& x) const;

  /// Returns the start point of Newton's method: players of equal strength, h = 1.
  std::vector<double> start() const;
  /// Runs Newton's method from `place`, which becomes the end point, and adds the number of steps
  /// to `steps`. Returns why it ended.
  Ended climb_from(Place<Point>& place, std::size_t& steps) const;
  /// Returns x after an iteration of minorization-maximization: all strengths, then h, then n.
  /// Requires: no player is fixed.
  std::vector<double> minorize(std::vector<double> x) const;

  /// Returns the observed variance of the gradient at x, plus the curvature of the prior. Few or
  /// equal results underestimate the variance, so `extra` is added to that of each pairing, in
  /// points squared; the sum never exceeds the variance of the model. Requires: the model is
  /// kHalfWins.
  Matrix variance(const std::vector<double>& x, double extra) const;

 private:
  /// Log-likelihood of a pairing with its first and second derivatives, by the gap, ln(u / v), and
  /// by the tie parameter, ln n.
  struct Term {
    double value = 0;
    double by_gap = 0, by_tie = 0;
    double gap_gap = 0, gap_tie = 0, tie_tie = 0;
  };
  /// Coefficients of a pairing in the minorizing function of the strengths u, v and the tie
  /// parameter n: the sum over pairings of `home_wins` ln u + `away_wins` ln v - `per_home` u -
  /// `per_away` v - `per_tie` n.
  struct Minorizer {
    double home_wins, away_wins;
    double per_home, per_away, per_tie;
  };

  /// Returns the points of the home player and of the away player. In the model of Rao and Kupper a
  /// tie counts as a win of both, because P(tie) = (n^2 - 1) P(home wins) P(away wins).
  std::pair<double, double> wins_of(const GameCounts& games) const noexcept;
  Term logistic_term(const GameCounts& games, double gap, double tie) const;
  Term davidson_term(const GameCounts& games, double gap, double tie) const;
  Minorizer minorizer(const GameCounts& games, double u, double v, double n) const;
  double gap_of(const RatedPairing& pairing, const std::vector<double>& x) const;
  void add(const RatedPairing& pairing, const Term& term, Point& point) const;
  /// Replaces the rows and columns of fixed players by those of the identity matrix, so that no
  /// step moves these players and other players' errors do not depend on them.
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

/// Returns the standard error, in nats, of the sum of `factors[i]` times parameter i. `information`
/// is the factorization of PairedModel::Point::curvature, and `variance` the variance of the
/// gradient.
double error_along(const Cholesky& information, const Matrix& variance,
                   std::span<const double> factors);

/// Returns the factors, for error_along(), of the difference between a player and the mean of all
/// `players`. `parameters` is the size of x.
std::vector<double> from_mean(std::size_t player, std::size_t players, std::size_t parameters);

}  // namespace trivium::learning::statistics
