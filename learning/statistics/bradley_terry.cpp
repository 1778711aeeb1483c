#include "learning/statistics/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "engine/core/logistic.h"
#include "learning/statistics/linear_algebra.h"

namespace trivium::learning::statistics {
namespace {

constexpr double kEloPerNat = 173.71779276130073;       // 400 / ln 10
constexpr double kUnshown = kNormal95 * kNormal95 / 4;  // points squared, added to the variance of a pairing's results
constexpr int kMaxNewtonSteps = 200;                    // Newton's method needs about ten

/// The logarithm of plain_logistic() that does not round to minus infinity.
double log_expectation(double difference) noexcept { return -logistic_loss(difference, 1.0); }

/// Ratings are in nats here: 1 is a factor e in the odds.
class Model {
 public:
  /// `fixed`: whose ratings stay; empty: nobody's.
  Model(std::size_t players, std::span<const RatedPairing> pairings, double virtual_draws, std::vector<bool> fixed = {})
      : players_(players), pairings_(pairings), virtual_draws_(virtual_draws), fixed_(std::move(fixed)) {
    fixed_.resize(players);
  }

  double log_likelihood(std::span<const double> ratings) const {
    double sum = 0;
    for (const double rating : ratings) sum += virtual_draws_ / 2 * (log_expectation(rating) + log_expectation(-rating));
    for (const RatedPairing& pairing : pairings_) {
      const double difference = ratings[pairing.first] - ratings[pairing.second];
      sum += pairing.games.points() * log_expectation(difference) + reversed(pairing.games).points() * log_expectation(-difference);
    }
    return sum;
  }

  std::vector<double> gradient(std::span<const double> ratings) const {
    std::vector<double> slopes(players_);
    for (std::size_t i = 0; i < players_; ++i) slopes[i] = virtual_draws_ * (0.5 - plain_logistic(ratings[i]));
    for (const RatedPairing& pairing : pairings_) {
      const double expected = plain_logistic(ratings[pairing.first] - ratings[pairing.second]);
      const double surplus = pairing.games.points() - expected * static_cast<double>(pairing.games.games());
      slopes[pairing.first] += surplus;
      slopes[pairing.second] -= surplus;
    }
    for (std::size_t i = 0; i < players_; ++i) {
      if (fixed_[i]) slopes[i] = 0;
    }
    return slopes;
  }

  /// Minus the second derivatives: positive definite, thanks to the prior.
  Matrix information(std::span<const double> ratings) const {
    return gathered(ratings, [](const GameCounts& games, double expected) { return model_variance(games, expected); });
  }

  /// Of the gradient, as far as the results show it.
  Matrix variance(std::span<const double> ratings) const {
    return gathered(ratings, [](const GameCounts& games, double expected) {
      const double shown = static_cast<double>(games.wins) * (1 - expected) * (1 - expected) +
                           static_cast<double>(games.draws) * (0.5 - expected) * (0.5 - expected) +
                           static_cast<double>(games.losses) * expected * expected;
      return std::min(shown + kUnshown, model_variance(games, expected));
    });
  }

 private:
  static double model_variance(const GameCounts& games, double expected) noexcept {
    return static_cast<double>(games.games()) * expected * (1 - expected);
  }

  /// The matrix to which each pairing gives `weight` in the direction of its rating difference, and the prior its information.
  template <class Weight>
  Matrix gathered(std::span<const double> ratings, Weight weight) const {
    Matrix matrix(players_);
    for (std::size_t i = 0; i < players_; ++i) matrix.at(i, i) = virtual_draws_ * plain_logistic(ratings[i]) * plain_logistic(-ratings[i]);
    for (const RatedPairing& pairing : pairings_) {
      const double value = weight(pairing.games, plain_logistic(ratings[pairing.first] - ratings[pairing.second]));
      matrix.at(pairing.first, pairing.first) += value;
      matrix.at(pairing.second, pairing.second) += value;
      matrix.at(pairing.first, pairing.second) -= value;
      matrix.at(pairing.second, pairing.first) -= value;
    }
    // Of the fixed as if they were known of themselves alone: no step moves them, and no error comes from them.
    for (std::size_t row = 0; row < players_; ++row) {
      for (std::size_t column = 0; column < players_; ++column) {
        if (fixed_[row] || fixed_[column]) matrix.at(row, column) = row == column ? 1 : 0;
      }
    }
    return matrix;
  }

  std::size_t players_;
  std::span<const RatedPairing> pairings_;
  double virtual_draws_;
  std::vector<bool> fixed_;
};

/// One step up the likelihood: Newton's, halved until it does not go down. Returns false where there is nothing more to gain.
bool climb(const Model& model, std::vector<double>& ratings) {
  const std::optional<Cholesky> information = Cholesky::of(model.information(ratings));
  if (!information) return false;
  const std::vector<double> slopes = model.gradient(ratings);
  const std::vector<double> step = information->solve(slopes);
  const double promised = std::inner_product(slopes.begin(), slopes.end(), step.begin(), 0.0);
  if (promised < 1e-18) return false;
  const double before = model.log_likelihood(ratings);
  std::vector<double> tried(ratings.size());
  for (double length = 1; length > 1e-9; length /= 2) {
    std::transform(ratings.begin(), ratings.end(), step.begin(), tried.begin(),
                   [&](double from, double way) { return from + length * way; });
    if (model.log_likelihood(tried) >= before) {
      ratings = tried;
      return true;
    }
  }
  return false;
}

/// Standard error of each rating's difference to the mean of all, or to what is fixed.
std::vector<double> standard_errors(const Model& model, std::span<const double> ratings, bool to_mean) {
  const std::size_t players = ratings.size();
  std::vector<double> errors(players, INFINITY);
  const std::optional<Cholesky> information = Cholesky::of(model.information(ratings));
  if (!information) return errors;
  const Matrix variance = model.variance(ratings);
  std::vector<double> direction(players);
  for (std::size_t i = 0; i < players; ++i) {
    std::fill(direction.begin(), direction.end(), to_mean ? -1.0 / static_cast<double>(players) : 0.0);
    direction[i] += 1;
    const std::vector<double> weights = information->solve(direction);
    double sum = 0;
    for (std::size_t row = 0; row < players; ++row) {
      for (std::size_t column = 0; column < players; ++column) sum += weights[row] * variance.at(row, column) * weights[column];
    }
    errors[i] = std::sqrt(std::max(sum, 0.0));
  }
  return errors;
}

/// Where Newton's method ends, in nats.
void climb_to_top(const Model& model, std::vector<double>& nats) {
  for (int step = 0; step < kMaxNewtonSteps && climb(model, nats); ++step) {
  }
}

}  // namespace

std::vector<Rating> bradley_terry(std::size_t players, std::span<const RatedPairing> pairings, double virtual_draws) {
  const Model model(players, pairings, virtual_draws);
  std::vector<double> nats(players);
  climb_to_top(model, nats);
  const double mean = players == 0 ? 0 : std::accumulate(nats.begin(), nats.end(), 0.0) / static_cast<double>(players);
  const std::vector<double> errors = standard_errors(model, nats, true);
  std::vector<std::uint64_t> games(players);
  for (const RatedPairing& pairing : pairings) {
    games[pairing.first] += pairing.games.games();
    games[pairing.second] += pairing.games.games();
  }
  std::vector<Rating> ratings(players);
  for (std::size_t i = 0; i < players; ++i) {
    ratings[i] = {.elo = kEloPerNat * (nats[i] - mean), .standard_error = games[i] == 0 ? INFINITY : kEloPerNat * errors[i]};
  }
  return ratings;
}

std::vector<Rating> anchored_bradley_terry(std::span<const std::optional<double>> known, std::span<const RatedPairing> pairings,
                                           double virtual_draws) {
  double sum = 0;
  std::size_t anchors = 0;
  std::vector<bool> fixed;
  for (const std::optional<double>& rating : known) {
    fixed.push_back(rating.has_value());
    sum += rating.value_or(0);
    anchors += rating.has_value();
  }
  const double middle = sum / static_cast<double>(anchors);
  std::vector<double> nats(known.size());
  for (std::size_t i = 0; i < known.size(); ++i) nats[i] = known[i] ? (*known[i] - middle) / kEloPerNat : 0;
  const Model model(known.size(), pairings, virtual_draws, fixed);
  climb_to_top(model, nats);
  const std::vector<double> errors = standard_errors(model, nats, false);
  std::vector<Rating> ratings;
  for (std::size_t i = 0; i < known.size(); ++i) {
    ratings.push_back(known[i] ? Rating{*known[i], 0} : Rating{middle + kEloPerNat * nats[i], kEloPerNat * errors[i]});
  }
  return ratings;
}

}  // namespace trivium::learning::statistics
