// Measures whether weights are specific to a player: whether they predict held-out games of the
// player better than the weights of others, and whether they identify the player.
//
// The datum of both is what each candidate's weights give to the moves of one side of a game. Games
// are the unit: moves of one game are not independent, so errors are those of a ratio of sums over
// games, and a share of trials has Wilson's interval (intervals.h). Source: Wallbrink 2000 (paper
// 002), who asks whether weights are a player's style; McIlroy-Young et al. 2021 for identifying
// players by games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "learning/choice/fit.h"

namespace trivium::learning::choice {

/// The moves of one side of a game, and their log-likelihood by each candidate's weights.
struct PredictedSide {
  std::size_t player = 0;  ///< the mover
  std::uint64_t moves = 0;
  std::vector<double> log_likelihoods;  ///< by candidate
};

/// Each side of each game on which one of the players has a decision, in the order of games, white
/// first. The weights of the candidates are as many as there are attributes. `on_games` receives
/// the number of games done, from one thread at a time. Same result for any number of threads.
std::vector<PredictedSide> predict_sides(
    const Decisions& decisions, std::span<const std::string> players,
    std::span<const std::vector<double>> candidates, const chess::Attributes& attributes,
    chess::Lookahead lookahead, std::size_t threads,
    const std::function<void(std::size_t games)>& on_games = {});

/// Difference of log-likelihoods per move.
struct Gain {
  double each = 0;
  double standard_error = 0;  ///< games being the unit; infinite for fewer than two

  /// Returns whether the 95 % interval is above zero.
  bool is_clear() const noexcept;
};

/// The weights that the own ones are compared with.
enum class Rival : std::uint8_t {
  kMeanOfOthers,  ///< the mean of the others' log-likelihoods
  kBestOfOthers,  ///< the other whose weights predict these games best: the hardest rival, chosen
                  ///< with hindsight
  kTogether,      ///< the weights of all players together
};
inline constexpr std::array kRivals = {Rival::kMeanOfOthers, Rival::kBestOfOthers,
                                       Rival::kTogether};
std::string_view rival_name(Rival rival) noexcept;

/// Predictions of one player's held-out moves.
struct StyleRow {
  std::uint64_t games = 0;  ///< sides of games
  std::uint64_t moves = 0;
  std::vector<double> each;               ///< by candidate: log-likelihood a move
  std::size_t best_other = 0;             ///< the candidate of kBestOfOthers
  std::array<Gain, kRivals.size()> gain;  ///< by Rival: of the own weights over them
};

/// By player, of at least two. The candidates are the players, in their order, and all of them
/// together.
std::vector<StyleRow> style_rows(std::span<const PredictedSide> sides, std::size_t players);

/// Identification of the mover from sets of held-out games of one size.
struct IdentificationRow {
  std::size_t games = 0;    ///< in a set: of one player, in a seeded order, none in two sets
  std::uint64_t sets = 0;   ///< of all players
  std::uint64_t right = 0;  ///< the mover's own weights had the highest likelihood of all players'
  double mean_share = 0;    ///< of sets that are right, the mean over players who have a set,
                            ///< whatever their number of games
};

/// For each size of a set, at least 1. Candidates as above; the last is not asked.
std::vector<IdentificationRow> identify(std::span<const PredictedSide> sides, std::size_t players,
                                        std::span<const std::size_t> sizes, std::uint64_t seed);

}  // namespace trivium::learning::choice
