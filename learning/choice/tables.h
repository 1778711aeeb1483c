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

#include "learning/choice/fit.h"

namespace trivium::learning::choice {

/// An attribute of one experiment.
struct RecoveredWeight {
  std::string attribute;
  double truth = 0;
  double found = 0;
  double standard_error = 0;
  double published = 0;      ///< estimate of the paper
  double published_too = 0;  ///< Jansen's estimate; 0 if there is none
};

/// Result of one experiment.
struct Recovery {
  std::size_t games = 0;
  std::vector<RecoveredWeight> weights;
  ChoiceSums sums;                   ///< at the estimated weights
  double published_compression = 0;  ///< 0 if the paper does not state it
};

/// Repeats three experiments: (material, mobility) = (5, 0.5) and (10, 1) from 1,000 games each,
/// and (material, mobility, centre, attack) = (7, 0.2, 0.5, 3) from 5 games. Each plays a fraction
/// `share` of its games, but at least one.
std::vector<Recovery> recoveries(std::uint64_t seed, double share, std::size_t threads);

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
