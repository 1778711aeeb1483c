// Ratings with a home advantage and ties: generalized Bradley-Terry models.
//
// Player i has the strength g_i > 0, which is 10^(rating / 400). At home its strength is h g_i; in
// chess White is at home. With u = h g_i of the home player and v = g_j of its opponent:
//
//   Rao and Kupper   P(home wins) = u / (u + n v), P(away wins) = v / (n u + v),
//                    P(tie) = (n^2 - 1) u v / ((u + n v) (n u + v)),  n >= 1
//   Davidson         P(home wins), P(away wins), P(tie) in proportion to u, v, n sqrt(u v),  n >= 0
//   no ties          P(home wins) = u / (u + v)
//
// The log-likelihood is concave in the logarithms of g, h and n. It is maximized twice: by
// minorization-maximization, and by Newton's method, which also gives the standard errors. The two
// results check each other. The prior adds `virtual_draws` draws of each player against a player of
// strength 1; with it the ratings of players with only wins or only losses are finite. Without a
// prior a maximum exists only if no group of players won all games against the others. With or
// without a prior, a home advantage can be fitted only if the home and the away side won a game.
//
// Sources: Bradley and Terry 1952; Rao and Kupper 1967; Davidson 1970; Hunter, "MM algorithms for
// generalized Bradley-Terry models" (2004); paper 000, which names home advantage as future work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/result.h"
#include "learning/statistics/bradley_terry.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::statistics {

enum class TieModel : std::uint8_t { kRaoKupper, kDavidson };

struct RatingOptions {
  TieModel ties = TieModel::kDavidson;  ///< not used if no game was tied
  bool home_advantage = true;
  double virtual_draws = 0.5;  ///< prior draws of each player; at least 0, which is no prior
};

struct FittedRatings {
  std::vector<Rating> ratings;        ///< by player; their mean is 0
  std::optional<Estimate> home;       ///< home advantage in Elo; nothing if it was not fitted
  std::optional<Estimate> tie;        ///< n; nothing if no game was tied
  std::optional<Estimate> even_ties;  ///< P(tie) between equal players if h = 1; nothing as for n
  double log_likelihood = 0;          ///< of the games, without the prior
  std::size_t newton_steps = 0;
  std::size_t mm_iterations = 0;
  /// Largest difference between the parameters of the two maxima, in Elo (n as 400 log10 n).
  double mm_difference = 0;
};

/// Maximum number of players. Standard errors need memory proportional to its square.
inline constexpr std::size_t kMaxRatedPlayers = 4000;

/// Fits the model to results in which `first` is at home. Requires: each pairing has two different
/// players in [0, players), and each player has a game. Fails with ratings.players (too many),
/// ratings.games (no game), ratings.ties (only ties), ratings.home (the home advantage is to be
/// fitted and one side lost no game) or ratings.maximum (the likelihood has no maximum).
Result<FittedRatings> fit_ratings(std::size_t players, std::span<const RatedPairing> pairings,
                                  const RatingOptions& options);

}  // namespace trivium::learning::statistics
