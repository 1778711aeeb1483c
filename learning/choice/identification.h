// Measures whether weights are specific to a player: whether they predict held-out games of the
// player better than the weights of others, and whether they identify the player.
//
// Both use the log-likelihood that each candidate's weights assign to the moves of one side of a
// game. Moves of one game are not independent, so games are the sampling units: standard errors are
// those of a ratio of sums over games.
// Sources: Wallbrink 2000 (paper 002), which asks whether weights describe the style of a player;
// McIlroy-Young and others 2021 for the identification of players by their games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/choice/fit.h"

namespace trivium::learning::choice {

/// The decisions of one side of a game, and their log-likelihood by each candidate's weights.
struct PredictedSide {
  std::size_t player = 0;  ///< index of the mover
  std::uint64_t moves = 0;
  std::vector<double> log_likelihoods;  ///< by candidate, in nats
};

/// Returns each side of a game on which one of `players` has a decision, in the order of games,
/// White first. The filter's players are replaced by `players`. Calls `on_games` with the number of
/// games done, from one thread at a time. Returns the same result for any number of threads.
/// Requires: each candidate has a weight for each attribute.
std::vector<PredictedSide> predict_sides(
    const Decisions& decisions, std::span<const std::string> players,
    std::span<const std::vector<double>> candidates, const chess::Attributes& attributes,
    chess::Lookahead lookahead, std::size_t threads,
    const std::function<void(std::size_t games)>& on_games = {});

/// Difference of log-likelihoods per move, in nats.
struct Gain {
  double each = 0;
  double standard_error = 0;  ///< clustered by game; infinite for fewer than two games

  /// True if the 95 % interval is above zero.
  bool is_clear() const noexcept;
};

/// The weights with which a player's own weights are compared: the mean of the log-likelihoods by
/// the weights of the other players, the other player whose weights predict these games best, and
/// the weights of all players together.
inline constexpr std::array<std::string_view, 3> kRivals = {"mean of others", "best of others",
                                                            "together"};

/// Predictions of one player's held-out moves.
struct StyleRow {
  std::uint64_t games = 0;  ///< number of sides of games
  std::uint64_t moves = 0;
  std::vector<double> each;               ///< log-likelihood per move by candidate, in nats
  std::size_t best_other = 0;             ///< candidate of "best of others"
  std::array<Gain, kRivals.size()> gain;  ///< gain of the own weights, by place in kRivals
};

/// Returns a row for each player. Requires: at least two players; the candidates of `sides` are the
/// players in order, followed by all of them together.
std::vector<StyleRow> style_rows(std::span<const PredictedSide> sides, std::size_t players);

/// Identification of the mover from disjoint sets of held-out games, all of one size.
struct IdentificationRow {
  std::size_t games = 0;    ///< number of games in a set, which are of one player
  std::uint64_t sets = 0;   ///< number of sets of all players
  std::uint64_t right = 0;  ///< number of sets whose mover's weights have the highest likelihood
  double mean_share = 0;    ///< share of right sets, as the mean over players with at least one set
};

/// Returns a row for each size of a set. The games of a player are divided into sets in a random
/// order. Candidates are those of style_rows() without the last. Requires: sizes are at least 1.
std::vector<IdentificationRow> identify(std::span<const PredictedSide> sides, std::size_t players,
                                        std::span<const std::size_t> sizes, std::uint64_t seed);

}  // namespace trivium::learning::choice
