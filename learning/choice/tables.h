// The experiment of paper 002: play games by known weights, estimate the weights from the moves,
// measure the error.
//
// The published figures come from other games by other programs; only that the truth lies within
// the errors must agree. Choices of these players are independent, so standard errors are by choice
// (scoring.h). Source: Wallbrink 2000, section of results; Jansen's figures as quoted there (paper
// 002).
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
  double published = 0;      ///< the paper's estimate
  double published_too = 0;  ///< Jansen's estimate; 0: none
};

struct Recovery {
  std::size_t games = 0;
  std::vector<RecoveredWeight> weights;
  ChoiceSums sums;
  double published_compression = 0;  ///< 0 where the paper does not say
};

/// (material, mobility) = (5, 0.5) and (10, 1) from 1,000 games; (material, mobility, center,
/// attack) = (7, 0.2, 0.5, 3) from 5. Each with `share` of its games, at least one.
std::vector<Recovery> recoveries(std::uint64_t seed, double share, std::size_t threads);

/// Relative root mean square error of the estimate of (5, 0.5) by number of games and attribute,
/// over trials.
struct ErrorByGames {
  std::size_t games = 0;
  std::size_t trials = 0;
  std::vector<double> errors;  ///< material, mobility
  std::vector<double>
      predicted;  ///< by the standard errors: root of their mean square, relative to the truth
};
std::vector<ErrorByGames> errors_by_games(std::uint64_t seed, std::span<const std::size_t> games,
                                          std::size_t trials, std::size_t threads,
                                          const std::function<void()>& on_trial = {});

std::string recoveries_csv(std::span<const Recovery> recoveries);
std::string errors_csv(std::span<const ErrorByGames> errors);
/// Both errors by the number of games, on logarithmic axes.
std::string errors_svg(std::span<const ErrorByGames> errors);

}  // namespace trivium::learning::choice
