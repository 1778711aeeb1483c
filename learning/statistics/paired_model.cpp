#include "learning/statistics/paired_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/logistic.h"

namespace trivium::learning::statistics {

namespace {

constexpr double kStartTie = 0.5;  // ln n at the start

}  // namespace

PairedModel::PairedModel(std::size_t players, std::span<const RatedPairing> pairings, Ties ties,
                         bool home_advantage, double virtual_draws, std::vector<bool> fixed)
    : players_(players),
      pairings_(pairings),
      model_(ties),
      virtual_draws_(virtual_draws),
      fixed_(std::move(fixed)),
      size_(players) {
  fixed_.resize(players);
  for (const RatedPairing& pairing : pairings) ties_ += static_cast<double>(pairing.games.draws);
  if (ties_ == 0) model_ = Ties::kHalfWins;
  if (home_advantage) home_ = size_++;
  if (model_ != Ties::kHalfWins) tie_ = size_++;
}

std::vector<double> PairedModel::start() const {
  std::vector<double> x(size_);
  if (tie_) x[*tie_] = kStartTie;
  return x;
}

std::pair<double, double> PairedModel::wins_of(const GameCounts& games) const noexcept {
  const double both = static_cast<double>(games.draws) * (model_ == Ties::kRaoKupper ? 0.5 : 0);
  return {games.points() + both, reversed(games).points() + both};
}

PairedModel::Term PairedModel::logistic_term(const GameCounts& games, double gap,
                                             double tie) const {
  const auto [home, away] = wins_of(games);
  const double not_home = logistic(tie - gap), not_away = logistic(tie + gap);
  const double home_bend = home * not_home * (1 - not_home),
               away_bend = away * not_away * (1 - not_away);
  Term term{.value = -home * softplus(tie - gap) - away * softplus(tie + gap),
            .by_gap = home * not_home - away * not_away,
            .by_tie = -home * not_home - away * not_away,
            .gap_gap = -home_bend - away_bend,
            .gap_tie = home_bend - away_bend,
            .tie_tie = -home_bend - away_bend};
  if (tie_ && games.draws > 0) {
    const auto ties = static_cast<double>(games.draws);
    const double rest = -std::expm1(-2 * tie);  // 1 - n^-2
    term.value += ties * (2 * tie + std::log(rest));
    term.by_tie += ties * 2 / rest;
    term.tie_tie -= ties * 4 * (1 - rest) / (rest * rest);
  }
  return term;
}

PairedModel::Term PairedModel::davidson_term(const GameCounts& games, double gap,
                                             double tie) const {
  const auto wins = static_cast<double>(games.wins), losses = static_cast<double>(games.losses),
             ties = static_cast<double>(games.draws);
  const double all = wins + losses + ties;
  const double top = std::max(std::abs(gap) / 2, tie);
  const double home = std::exp(gap / 2 - top), away = std::exp(-gap / 2 - top),
               tied = std::exp(tie - top);
  const double sum = home + away + tied;
  const double lead = (home - away) / sum,
               chance = tied / sum;  // P(home wins) - P(away wins), P(tie)
  return {.value = (wins - losses) * gap / 2 + ties * tie - all * (top + std::log(sum)),
          .by_gap = (wins - losses - all * lead) / 2,
          .by_tie = ties - all * chance,
          .gap_gap = -all / 4 * (1 - chance - lead * lead),
          .gap_tie = all / 2 * lead * chance,
          .tie_tie = -all * chance * (1 - chance)};
}

/// In Davidson's model, sqrt(u v) is replaced by an upper bound which is equal to it at the current
/// u', v': (u sqrt(v' / u') + v sqrt(u' / v')) / 2.
PairedModel::Minorizer PairedModel::minorizer(const GameCounts& games, double u, double v,
                                              double n) const {
  const auto [home, away] = wins_of(games);
  if (model_ == Ties::kDavidson) {
    const double root = std::sqrt(u * v);
    const double each = static_cast<double>(games.games()) / (u + v + n * root);
    return {home, away, each * (1 + n * root / u / 2), each * (1 + n * root / v / 2), each * root};
  }
  const double by_home = home / (u + n * v), by_away = away / (n * u + v);
  return {home, away, by_home + n * by_away, n * by_home + by_away, v * by_home + u * by_away};
}

double PairedModel::gap_of(const RatedPairing& pairing, const std::vector<double>& x) const {
  return x[pairing.first] - x[pairing.second] + (home_ ? x[*home_] : 0);
}

void PairedModel::add(const RatedPairing& pairing, const Term& term, Point& point) const {
  std::vector<std::pair<std::size_t, double>> places{
      {pairing.first, 1}, {pairing.second, -1}};  // parameter and derivative of the gap by it
  if (home_) places.emplace_back(*home_, 1);
  for (const auto& [a, sign] : places) {
    point.gradient[a] += sign * term.by_gap;
    for (const auto& [b, other] : places) point.curvature.at(a, b) -= sign * other * term.gap_gap;
    if (tie_) point.curvature.at(*tie_, a) = point.curvature.at(a, *tie_) -= sign * term.gap_tie;
  }
  if (!tie_) return;
  point.gradient[*tie_] += term.by_tie;
  point.curvature.at(*tie_, *tie_) -= term.tie_tie;
}

void PairedModel::fix(Matrix& matrix) const {
  for (std::size_t row = 0; row < players_; ++row) {
    for (std::size_t column = 0; column < players_; ++column) {
      if (fixed_[row] || fixed_[column]) matrix.at(row, column) = row == column ? 1 : 0;
    }
  }
}

PairedModel::Point PairedModel::at(const std::vector<double>& x) const {
  Point point{0, 0, std::vector<double>(size_), Matrix(size_)};
  for (const RatedPairing& pairing : pairings_) {
    const double gap = gap_of(pairing, x), tie = tie_ ? x[*tie_] : 0;
    const Term term = model_ == Ties::kDavidson ? davidson_term(pairing.games, gap, tie)
                                                : logistic_term(pairing.games, gap, tie);
    point.games += term.value;
    add(pairing, term, point);
  }
  point.value = point.games;
  for (std::size_t i = 0; i < players_; ++i) {
    point.value -= virtual_draws_ / 2 * (softplus(x[i]) + softplus(-x[i]));
    point.gradient[i] += virtual_draws_ * (0.5 - logistic(x[i]));
    point.curvature.at(i, i) += virtual_draws_ * logistic(x[i]) * logistic(-x[i]);
    if (fixed_[i]) point.gradient[i] = 0;
    // Without a prior the likelihood does not determine a common factor of all strengths. This term
    // keeps the mean of their logarithms at 0.
    for (std::size_t j = 0; virtual_draws_ == 0 && j < players_; ++j) point.curvature.at(i, j) += 1;
  }
  fix(point.curvature);
  return point;
}

Ended PairedModel::climb_from(Place<Point>& place, std::size_t& steps) const {
  // Near the maximum a full step may seem to decrease the value by the rounding error of a sum over
  // all games. This tolerance is not part of kTakeUnlessLower: with it, three steps in a row went
  // down in the tests of the odds model of learning/poker_cnn, each further than the one before.
  constexpr double kRounding = 1e-14;
  const auto take_unless_lower = [](const auto& before, const auto& after) {
    const double value = before.point.value;
    return after.point.value >= value - kRounding * std::abs(value) ? StepDecision::kTake
                                                                    : StepDecision::kReject;
  };
  return climb(
      place, steps, {}, [this](const std::vector<double>& x) { return at(x); }, kNewtonDirection,
      take_unless_lower);
}

std::vector<double> PairedModel::minorize(std::vector<double> x) const {
  std::vector<double> wins(players_, virtual_draws_ / 2), weights(players_);
  const auto for_each = [&](const auto& take) {
    const double h = home_ ? std::exp(x[*home_]) : 1, n = tie_ ? std::exp(x[*tie_]) : 1;
    for (const RatedPairing& pairing : pairings_) {
      const double home = std::exp(x[pairing.first]);
      take(pairing, minorizer(pairing.games, h * home, std::exp(x[pairing.second]), n), home, h);
    }
  };
  for (std::size_t i = 0; i < players_; ++i) weights[i] = virtual_draws_ / (std::exp(x[i]) + 1);
  for_each([&](const RatedPairing& pairing, const Minorizer& part, double, double h) {
    wins[pairing.first] += part.home_wins;
    wins[pairing.second] += part.away_wins;
    weights[pairing.first] += part.per_home * h;
    weights[pairing.second] += part.per_away;
  });
  for (std::size_t i = 0; i < players_; ++i) x[i] = std::log(wins[i] / weights[i]);
  // The games do not determine a common factor of all strengths. Without a prior, sets the mean of
  // the logarithms to 0. With a prior, makes the step to the maximum of a parabola below the prior,
  // whose curvature is at most a quarter per draw.
  double shift = 0;
  for (std::size_t i = 0; i < players_; ++i)
    shift += virtual_draws_ > 0 ? 4 * (0.5 - logistic(x[i])) : -x[i];
  for (std::size_t i = 0; i < players_; ++i) x[i] += shift / static_cast<double>(players_);
  if (home_) {
    double home_wins = 0, weight = 0;
    for_each([&](const RatedPairing&, const Minorizer& part, double home, double) {
      home_wins += part.home_wins;
      weight += part.per_home * home;
    });
    x[*home_] = std::log(home_wins / weight);
  }
  if (tie_) {
    double weight = 0;
    for_each([&](const RatedPairing&, const Minorizer& part, double, double) {
      weight += part.per_tie;
    });
    const double share = ties_ / weight;
    x[*tie_] = model_ == Ties::kDavidson ? std::log(share)
                                         : std::log(share + std::sqrt(1 + share * share));
  }
  return x;
}

Matrix PairedModel::variance(const std::vector<double>& x, double extra) const {
  Point point{0, 0, std::vector<double>(size_), Matrix(size_)};
  for (const RatedPairing& pairing : pairings_) {
    const GameCounts& games = pairing.games;
    const double expected = logistic(gap_of(pairing, x));
    const double observed = static_cast<double>(games.wins) * (1 - expected) * (1 - expected) +
                            static_cast<double>(games.draws) * (0.5 - expected) * (0.5 - expected) +
                            static_cast<double>(games.losses) * expected * expected;
    add(pairing,
        {.gap_gap = -std::min(observed + extra,
                              static_cast<double>(games.games()) * expected * (1 - expected))},
        point);
  }
  for (std::size_t i = 0; i < players_; ++i)
    point.curvature.at(i, i) += virtual_draws_ * logistic(x[i]) * logistic(-x[i]);
  fix(point.curvature);
  return std::move(point.curvature);
}

double error_along(const Cholesky& information, const Matrix& variance,
                   std::span<const double> factors) {
  const std::vector<double> weights = information.solve(factors);
  double sum = 0;
  for (std::size_t row = 0; row < weights.size(); ++row) {
    for (std::size_t column = 0; column < weights.size(); ++column)
      sum += weights[row] * variance.at(row, column) * weights[column];
  }
  return std::sqrt(std::max(sum, 0.0));
}

std::vector<double> from_mean(std::size_t player, std::size_t players, std::size_t parameters) {
  std::vector<double> factors(parameters);
  std::fill_n(factors.begin(), players, -1.0 / static_cast<double>(players));
  factors[player] += 1;
  return factors;
}

}  // namespace trivium::learning::statistics
