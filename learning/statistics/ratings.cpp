#include "learning/statistics/ratings.h"

#include <algorithm>
#include <cmath>

#include "learning/statistics/mm.h"
#include "learning/statistics/paired_model.h"

namespace trivium::learning::statistics {
namespace {

constexpr double kMmEnough = 1e-11;  // maximum change of x in an iteration that has converged
constexpr std::size_t kMmIterations = 100'000;
constexpr double kMaxNats = 34;  // a larger spread of x means that there is no finite maximum

Status check(std::size_t players, std::span<const RatedPairing> pairings,
             const RatingOptions& options) {
  if (players > kMaxRatedPlayers)
    return Error{"ratings.players", "{} players, more than the maximum of {}", players,
                 kMaxRatedPlayers};
  GameCounts all;
  for (const RatedPairing& pairing : pairings) all += pairing.games;
  if (all.games() == 0) return Error{"ratings.games", "no game between two players with a result"};
  if (all.draws == all.games())
    return Error{"ratings.ties", "all games are ties, which do not determine the tie parameter"};
  if (options.home_advantage && (all.wins == 0 || all.losses == 0)) {
    return Error{"ratings.home",
                 "the {} side lost no game, so its advantage has no estimate; use --no-home",
                 all.losses == 0 ? "home" : "away"};
  }
  return {};
}

/// Returns the estimate of f(value) from the standard error of `value`. Requires: f is increasing.
template <class Function>
Estimate around(double value, double error, const Function& f) {
  return {f(value), f(value - kNormal95 * error), f(value + kNormal95 * error)};
}

}  // namespace

Result<FittedRatings> fit_ratings(std::size_t players, std::span<const RatedPairing> pairings,
                                  const RatingOptions& options) {
  if (const Status sound = check(players, pairings, options); !sound) return sound.error();
  const bool davidson = options.ties == TieModel::kDavidson;
  const PairedModel model(players, pairings,
                          davidson ? PairedModel::Ties::kDavidson : PairedModel::Ties::kRaoKupper,
                          options.home_advantage, options.virtual_draws);
  Place<PairedModel::Point> top{model.start(), model.at(model.start())};
  FittedRatings fitted;
  const Ended ended = model.climb_from(top, fitted.newton_steps);
  const std::optional<Cholesky> information = Cholesky::of(top.point.curvature);
  const auto [lowest, highest] = std::ranges::minmax(top.x);
  if (ended == Ended::kFlat || ended == Ended::kSteps || !information ||
      highest - lowest > kMaxNats) {
    return Error{"ratings.maximum",
                 "the likelihood has no maximum: some players won or lost all games against the "
                 "others, or never met them; a prior (--prior-draws 0.5) makes ratings finite"};
  }
  fitted.log_likelihood = top.point.games;
  const MmEnd mm = iterate_mm(
      model.start(), [&](const std::vector<double>& x) { return model.minorize(x); }, kMmEnough,
      kMmIterations);
  fitted.mm_iterations = mm.iterations;
  for (std::size_t i = 0; i < mm.x.size(); ++i) {
    fitted.mm_difference =
        std::max(fitted.mm_difference, kEloPerNat * std::abs(mm.x[i] - top.x[i]));
  }

  const auto error = [&](const std::vector<double>& factors) {
    return error_along(*information, top.point.curvature, factors);
  };
  double mean = 0;
  for (std::size_t i = 0; i < players; ++i) mean += top.x[i] / static_cast<double>(players);
  for (std::size_t i = 0; i < players; ++i) {
    fitted.ratings.push_back(
        {kEloPerNat * (top.x[i] - mean), kEloPerNat * error(from_mean(i, players, top.x.size()))});
  }
  const auto estimate = [&](std::size_t parameter, const auto& shown) {
    std::vector<double> alone(top.x.size());
    alone[parameter] = 1;
    return around(top.x[parameter], error(alone), shown);
  };
  if (model.home())
    fitted.home = estimate(*model.home(), [](double log) { return kEloPerNat * log; });
  if (model.tie()) {
    // Rao and Kupper's n is never below 1.
    const auto n = [davidson](double log) { return std::exp(davidson ? log : std::max(log, 0.0)); };
    fitted.tie = estimate(*model.tie(), n);
    fitted.even_ties = estimate(*model.tie(), [&](double log) {
      return davidson ? n(log) / (2 + n(log)) : (n(log) - 1) / (n(log) + 1);
    });
  }
  return fitted;
}

}  // namespace trivium::learning::statistics
