// Ratings of all players of a tournament at once (Bradley-Terry model). A draw counts as half a win
// for each player.
//
//   P(i beats j) = 1 / (1 + 10^((r_j - r_i) / 400))
//
// The likelihood with a weak prior has one maximum, which Newton's method with step halving finds.
// The prior adds some draws of each player against a player of rating 0; the mean of all ratings is
// moved to 0 afterwards. With the prior the ratings of players with only wins or only losses, and
// of groups that never met, are finite.
//
// Standard errors are those of the sandwich estimator H^-1 J H^-1. H is the information of the
// model and the prior. J is the observed variance of the results around their expectation, because
// draws make results less uncertain than the wins and losses of the model. Few or equal results
// underestimate this variance, so each pairing adds z^2 / 4 points squared (z = 1.96, as in
// pair_score.h). J never exceeds the variance under the model.
//
// Sources: Bradley and Terry 1952; Coulom's BayesElo for the prior; Huber 1967 for the errors.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "learning/statistics/pair_score.h"

namespace trivium::learning::statistics {

/// Results of `first` against `second`, which are player numbers. `games` is from the view of
/// `first`.
struct RatedPairing {
  std::size_t first = 0;
  std::size_t second = 0;
  GameCounts games;
};

struct Rating {
  double elo = 0;             ///< in Elo
  double standard_error = 0;  ///< in Elo
};

/// Returns one rating per player; the mean of all ratings is 0. The standard error is that of the
/// difference to this mean, and infinite for a player without games. `virtual_draws` is the number
/// of prior draws of each player. Requires: each pairing has two different players in [0, players),
/// and virtual_draws > 0. The same pairing may occur more than once.
std::vector<Rating> bradley_terry(std::size_t players, std::span<const RatedPairing> pairings,
                                  double virtual_draws = 0.5);

/// Returns the ratings of all players if those in `known` are exact. Their standard error is 0; for
/// the other players it is that of the rating itself. The prior draws are against the mean of the
/// known ratings. Requires: at least one rating is known; else as bradley_terry().
std::vector<Rating> anchored_bradley_terry(std::span<const std::optional<double>> known,
                                           std::span<const RatedPairing> pairings,
                                           double virtual_draws = 0.5);

}  // namespace trivium::learning::statistics
