// Ratings of all players of a tournament at once: Bradley and Terry's model, draws as half a win to
// each.
//
//   P(i beats j) = 1 / (1 + 10^((r_j - r_i) / 400))
//
// The likelihood, with a weak prior, has one maximum, found by Newton's method with steps that
// never go down. The prior (some draws of each player against one of the rating 0, before the mean
// is moved there) keeps players with only wins or only losses, and groups that never met, finite.
//
// Errors are those of the sandwich estimator, H^-1 J H^-1: H is the information of the model and
// the prior, and J the variance that the results showed around their expectation, since draws make
// them less uncertain than the model's wins and losses. To the results of a pairing comes z^2 / 4
// (z = 1.96), for what few or equal results have not shown (as in pair_score.h), and never does it
// exceed what the model says. Sources: Bradley and Terry 1952; Coulom's BayesElo for the prior;
// Huber 1967 for the errors.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "learning/statistics/pair_score.h"

namespace trivium::learning::statistics {

/// Results of `first` against `second`, from the view of `first`.
struct RatedPairing {
  std::size_t first = 0;
  std::size_t second = 0;
  GameCounts games;
};

struct Rating {
  double elo = 0;  ///< the mean of all players is 0
  double standard_error =
      0;  ///< of the difference to the mean of all players; infinite without games
};

/// One rating a player, finite. Pairings name players below `players`, two different ones each; a
/// pairing may come more than once. `virtual_draws` of each player: positive.
std::vector<Rating> bradley_terry(std::size_t players, std::span<const RatedPairing> pairings,
                                  double virtual_draws = 0.5);

/// The same where some players' ratings are known: at least one. They are taken as exact, errors
/// are of the ratings themselves, and the prior's draws are against the mean of the known.
std::vector<Rating> anchored_bradley_terry(std::span<const std::optional<double>> known,
                                           std::span<const RatedPairing> pairings,
                                           double virtual_draws = 0.5);

}  // namespace trivium::learning::statistics
