// Logistic regression of game results on the features of positions: the model and Newton's method.
//
//   P(the side to move wins) = 1 / (1 + exp(-w . x)),    x the features from the side to move's view
//   objective(w) = -sum over positions of log-likelihood + ridge / 2 * |w|^2
//
// The objective is strictly convex for ridge > 0, so the optimum is unique; the ridge also keeps the weight of a feature finite that
// never met a loss. Positions of one game share one result, so standard errors are computed from whole games (the sandwich estimator,
// clustered by game: Huber 1967, Liang and Zeger 1986), not from positions as if they were independent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/harness/shards.h"

namespace trivium::learning {

/// Positions with the result of their game.
struct OutcomeData {
  std::size_t features = 0;
  std::vector<float> values;           ///< a row of `features` numbers for each position
  std::vector<float> results;          ///< for each position: 1 the side to move won, 0 it lost, 0.5 a draw
  std::vector<std::size_t> game_ends;  ///< for each game: the number of positions up to its end

  std::size_t positions() const noexcept { return results.size(); }
  std::size_t games() const noexcept { return game_ends.size(); }
  std::span<const float> row(std::size_t position) const noexcept { return std::span(values).subspan(position * features, features); }
  /// The positions of `game`.
  Range rows(std::size_t game) const noexcept { return {game == 0 ? 0 : game_ends[game - 1], game_ends[game]}; }
  /// Appends the positions [range) of `other`, which has the same features, as one game.
  void append_game(const OutcomeData& other, Range range);
};

double objective(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards);

/// The gradient of the objective, summed position by position; for checks and for the end of a fit.
std::vector<double> gradient(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards);

struct NewtonStep {
  std::vector<double> weights;  ///< after the step
  double objective = 0.0;       ///< before it
  double decrement = 0.0;       ///< half of g^T H^-1 g: what the quadratic model says is left to gain, in nats over all positions
  double length = 0.0;          ///< of the step: 1 = a full Newton step, 0 = no step lowered the objective
};

/// One step from `weights`: the Newton direction, halved until the objective falls enough (Armijo). A pure function of its arguments
/// other than the number of threads in `shards`. `ridge` must be positive.
NewtonStep newton_step(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards);

/// Standard errors of the weights at the optimum, clustered by game.
std::vector<double> standard_errors(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards);

struct OutcomeMetrics {
  std::size_t games = 0;
  std::size_t positions = 0;
  double log_loss = 0.0;  ///< mean, natural logarithm
  double accuracy = 0.0;  ///< share of positions whose likelier result came; an undecided prediction counts half, draws are left out
};

OutcomeMetrics measure(const OutcomeData& data, std::span<const double> weights, const Shards& shards);

}  // namespace trivium::learning
