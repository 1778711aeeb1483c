// The experiment of paper 002: play games by known weights, read the weights back from the moves, and see how the error falls.
//
// The published figures beside ours are of other games by other programs: what must agree is that the truth lies within the errors. Choices
// of such players are independent, so errors are those by choice (scoring.h).
// Source: Wallbrink 2000, section of results; Jansen's figures as he quotes them (paper 002).
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
  double published = 0;      ///< what the paper found
  double published_too = 0;  ///< what Jansen found; 0 where he did not ask
};

struct Recovery {
  std::size_t games = 0;
  std::vector<RecoveredWeight> weights;
  ChoiceSums sums;
  double published_compression = 0;  ///< 0 where the paper does not say
};

/// (material, mobility) = (5, 0.5) and (10, 1) from 1,000 games; (material, mobility, centre, attack) = (7, 0.2, 0.5, 3) from 5. Each with
/// `share` of its games, at least one.
std::vector<Recovery> recoveries(std::uint64_t seed, double share, std::size_t threads);

/// How far off (5, 0.5) is read from so many games: root of the mean squared error relative to the truth, by attribute, over trials.
struct ErrorByGames {
  std::size_t games = 0;
  std::size_t trials = 0;
  std::vector<double> errors;     ///< material, mobility
  std::vector<double> predicted;  ///< by the standard errors: root of their mean square, relative to the truth
};
std::vector<ErrorByGames> errors_by_games(std::uint64_t seed, std::span<const std::size_t> games, std::size_t trials, std::size_t threads,
                                          const std::function<void()>& on_trial = {});

std::string recoveries_csv(std::span<const Recovery> recoveries);
std::string errors_csv(std::span<const ErrorByGames> errors);
/// Both errors by the number of games, on logarithmic axes.
std::string errors_svg(std::span<const ErrorByGames> errors);

}  // namespace trivium::learning::choice
