// Ratings of all players of a tournament at once: Bradley and Terry's model, draws as half a win to each.
//
//   P(i beats j) = 1 / (1 + 10^((r_j - r_i) / 400))
//
// Fitted by minorization-maximization and finished by Newton's method on the log-likelihood; errors from the inverse of its information
// matrix. A weak prior (so many virtual draws of each player against one of the mean rating) keeps players with only wins or only losses,
// and groups that never met, finite. Sources: Bradley and Terry 1952; Hunter 2004; Coulom's BayesElo for the prior.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/measure/pair_score.h"

namespace trivium::learning {

/// Results of `first` against `second`, from the view of `first`.
struct RatedPairing {
  std::size_t first = 0;
  std::size_t second = 0;
  GameCounts games;
};

struct Rating {
  double elo = 0;             ///< the mean of all players is 0
  double standard_error = 0;  ///< of the difference to the mean of all players; infinite without games
};

/// One rating a player. `virtual_draws` of each player, at least 0; with 0 a player without wins (or losses) has an infinite rating.
std::vector<Rating> bradley_terry(std::size_t players, std::span<const RatedPairing> pairings, double virtual_draws = 0.5);

}  // namespace trivium::learning
