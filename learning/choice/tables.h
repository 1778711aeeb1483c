// The experiment of paper 002: play games with known weights, estimate the weights from the moves,
// and measure the error.
//
// The published figures come from other games, which other programs played, so estimates need not
// be equal; the true weights must lie within the errors. Choices of these players are independent,
// so standard errors are those by choice (scoring.h).
// Source: Wallbrink 2000, section of results, and Jansen's figures quoted there (paper 002).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "engine/chess/rules/pgn.h"
#include "engine/core/rng.h"
#include "engine/core/step_progress.h"
#include "learning/choice/fit.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::choice {

// Games of simulated players that follow the choice model exactly. They test the learner, which
// must recover the players' weights from the moves.
//
// Source: Wallbrink 2000, node 8, which repeats an experiment by Jansen (paper 002).

/// A simulated player. Requires: `attributes` outlive it, and there is a weight for each.
struct Chooser {
  const chess::Attributes* attributes = nullptr;
  chess::Lookahead lookahead = chess::Lookahead::kOnePly;
  std::vector<double> weights;
};

/// Plays a game of `chooser` against itself from the usual start position to its end by the rules,
/// which includes threefold repetition and the fifty-move rule. Stops without a result after
/// `max_moves` half-moves.
chess::PgnGame play_game(const Chooser& chooser, Rng& rng, std::size_t max_moves);

/// Plays the games with the numbers [first, first + count) as play_game() does. A game depends only
/// on the chooser, the seed, its number and `max_moves`, not on the number of threads.
std::vector<chess::PgnGame> play_games(const Chooser& chooser, std::uint64_t seed,
                                       std::uint64_t first, std::size_t count,
                                       std::size_t max_moves, std::size_t threads,
                                       const WorkProgress& progress = {});

/// An attribute of one experiment.
struct RecoveredWeight {
  std::string attribute;
  double truth = 0;
  double published = 0;      ///< estimate of the paper
  double published_too = 0;  ///< Jansen's estimate; 0 if there is none
  double found = 0;
  double standard_error = 0;
};

/// Result of one experiment.
struct Recovery {
  std::size_t games = 0;
  std::vector<RecoveredWeight> weights;
  double published_compression = 0;  ///< 0 if the paper does not state it
  ChoiceSums sums{};                 ///< at the estimated weights
};

/// Repeats three experiments: (material, mobility) = (5, 0.5) and (10, 1) from 1,000 games each,
/// and (material, mobility, centre, attack) = (7, 0.2, 0.5, 3) from 5 games. Each plays a fraction
/// `share` of its games, but at least one. Reports the games played, by one thread at a time.
std::vector<Recovery> recoveries(std::uint64_t seed, double share, std::size_t threads,
                                 const StepProgress& progress = {});

/// Errors of the estimate of (material, mobility) = (5, 0.5) from a number of games. Vectors have
/// an element for each attribute.
struct ErrorByGames {
  std::size_t games = 0;
  std::size_t trials = 0;
  std::vector<double> errors;  ///< root mean square error over the trials, relative to the truth
  /// Root mean square of the standard errors, relative to the truth.
  std::vector<double> predicted;
};
/// Returns a row for each number of games. Calls `on_trial` after each trial.
std::vector<ErrorByGames> errors_by_games(std::uint64_t seed, std::span<const std::size_t> games,
                                          std::size_t trials, std::size_t threads,
                                          const std::function<void()>& on_trial = {});

/// Returns a CSV table with a row for each attribute of each experiment.
std::string recoveries_csv(std::span<const Recovery> recoveries);
/// Returns a CSV table with a row for each number of games.
std::string errors_csv(std::span<const ErrorByGames> errors);
/// Returns an SVG chart of these errors by number of games, with logarithmic axes.
std::string errors_svg(std::span<const ErrorByGames> errors);

}  // namespace trivium::learning::choice
