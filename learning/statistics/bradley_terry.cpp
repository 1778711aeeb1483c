#include "learning/statistics/bradley_terry.h"

#include <cmath>

#include "learning/statistics/paired_model.h"

namespace trivium::learning::statistics {
namespace {

/// Points squared, added to the observed variance of each pairing's results.
constexpr double kExtraVariance = kNormal95 * kNormal95 / 4;

/// Fits `model`, beginning at `start`, and returns ratings in Elo. The standard error of a player
/// is that of the linear combination of all ratings with the coefficients `factors(player)`.
template <class Factors>
std::vector<Rating> ratings_of(const PairedModel& model, const std::vector<double>& start,
                               const Factors& factors) {
  Place<PairedModel::Point> place{start, model.at(start)};
  std::size_t steps = 0;
  model.climb_from(place, steps);
  const std::optional<Cholesky> information = Cholesky::of(place.point.curvature);
  const Matrix variance = model.variance(place.x, kExtraVariance);
  std::vector<Rating> ratings;
  for (std::size_t i = 0; i < place.x.size(); ++i) {
    ratings.push_back(
        {kEloPerNat * place.x[i],
         information ? kEloPerNat * error_along(*information, variance, factors(i)) : INFINITY});
  }
  return ratings;
}

}  // namespace

std::vector<Rating> bradley_terry(std::size_t players, std::span<const RatedPairing> pairings,
                                  double virtual_draws) {
  const PairedModel model(players, pairings, PairedModel::Ties::kHalfWins, false, virtual_draws);
  std::vector<Rating> ratings = ratings_of(
      model, model.start(), [players](std::size_t i) { return from_mean(i, players, players); });
  double mean = 0;
  for (const Rating& rating : ratings) mean += rating.elo / static_cast<double>(players);
  std::vector<std::uint64_t> games(players);
  for (const RatedPairing& pairing : pairings) {
    games[pairing.first] += pairing.games.games();
    games[pairing.second] += pairing.games.games();
  }
  for (std::size_t i = 0; i < players; ++i) {
    ratings[i].elo -= mean;
    if (games[i] == 0) ratings[i].standard_error = INFINITY;
  }
  return ratings;
}

std::vector<Rating> anchored_bradley_terry(std::span<const std::optional<double>> known,
                                           std::span<const RatedPairing> pairings,
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
  for (std::size_t i = 0; i < known.size(); ++i)
    nats[i] = known[i] ? (*known[i] - middle) / kEloPerNat : 0;
  const PairedModel model(known.size(), pairings, PairedModel::Ties::kHalfWins, false,
                          virtual_draws, fixed);
  std::vector<Rating> ratings = ratings_of(model, nats, [&](std::size_t i) {
    std::vector<double> alone(known.size());
    alone[i] = 1;
    return alone;
  });
  for (std::size_t i = 0; i < known.size(); ++i)
    ratings[i] = known[i] ? Rating{*known[i], 0}
                          : Rating{middle + ratings[i].elo, ratings[i].standard_error};
  return ratings;
}

}  // namespace trivium::learning::statistics
