// Updates weights along the gradient of games (game_gradient.h), batch by batch.
//
// A batch of one game is online learning as in the paper; a batch of all games is batch learning.
// The gradient is the mean over the batch, so alpha is comparable between sizes. Sums are sharded,
// so weights have identical bits for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/chess/evaluation/features.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/game_gradient.h"
#include "learning/tdleaf/games/game_stream.h"
#include "learning/tdleaf/step_rule.h"
#include "models/format/tensor.h"

namespace trivium::learning::tdleaf {

struct LearnerOptions {
  GradientOptions gradient;
  StepRule rule = StepRule::kAdam;
  double alpha = 2.0;  ///< the first step's size: see Stepper
  double alpha_half =
      0.0;  ///< games after which alpha is halved: alpha / (1 + games / alpha_half); 0 = constant
  double alpha_least = 0.0;  ///< minimum of alpha
  double prior = 0.0;  ///< pull toward the prior: added to the gradient per centipawn of distance
  std::size_t batch = 64;  ///< games a step; 0 = all of a pass
  /// Groups of features that are trained; the others are fixed. Empty = all. Training material
  /// first keeps its value from being distributed over piece-square terms.
  std::vector<chess::FeatureGroup> only;
};

class Learner {
 public:
  /// Starts from `start`, pulled toward `prior`: kParameterCount numbers each, in pawns.
  Learner(const LearnerOptions& options, std::vector<double> start, std::vector<double> prior);

  /// Passes over the games once and returns their sums, each batch with the weights before its
  /// step. Needs memory for one batch; for 1,024 games if a batch is the whole pass.
  GradientSums learn(const GameStream& games, std::size_t threads);

  const std::vector<double>& weights() const noexcept { return weights_; }
  /// Number of games trained on, with repetitions.
  std::uint64_t games() const noexcept { return games_; }
  /// Step size of the next step.
  double alpha() const noexcept;

  /// State for a checkpoint; a Learner with the same options resumes with identical bits. restore()
  /// throws format::LoadError.
  std::vector<format::Tensor> state() const;
  void restore(const StateReader& state);

 private:
  GradientSums gradient(std::span<const records::SearchedGame> games, std::size_t threads) const;
  void step(const GradientSums& sums);

  LearnerOptions options_;
  std::vector<double> weights_;
  std::vector<double> prior_;
  std::vector<bool> learns_;  // by parameter
  Stepper stepper_;
  std::uint64_t games_ = 0;
};

}  // namespace trivium::learning::tdleaf
