// The learner: weights that follow the gradient of games (game_gradient.h), batch by batch.
//
// A batch of one game is on-line learning as in the paper, one of all games is batch learning. The gradient of a batch is the mean over its
// games, so that alpha means the same for every size. Sums are cut into shards: the same weights to the bit for any number of threads.
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
  double alpha = 2.0;        ///< the first step's size: see Stepper
  double alpha_half = 0.0;   ///< games after which alpha is halved: alpha / (1 + games / alpha_half); 0 = constant
  double alpha_least = 0.0;  ///< minimum of alpha
  double prior = 0.0;        ///< pull toward the prior: added to the gradient per centipawn of distance
  std::size_t batch = 64;    ///< games a step; 0 = all of a pass
  /// The groups of features whose weights learn; the others stay as they are. Empty = all. What the material is worth, learned first, is
  /// not spread over the squares it stands on, rare ones among them.
  std::vector<chess::FeatureGroup> only;
};

class Learner {
 public:
  /// Starts from `start`, pulled toward `prior`: kParameterCount numbers each, in pawns.
  Learner(const LearnerOptions& options, std::vector<double> start, std::vector<double> prior);

  /// Goes through the games once and returns their sums, each batch's computed with the weights before its step. Memory is that of a
  /// batch; of 1,024 games where a batch is all of a pass.
  GradientSums learn(const GameStream& games, std::size_t threads);

  const std::vector<double>& weights() const noexcept { return weights_; }
  /// Games learned from, each as often as it was.
  std::uint64_t games() const noexcept { return games_; }
  /// Of the next step.
  double alpha() const noexcept;

  /// For a checkpoint: a Learner with the same options goes on from there to the bit. restore() throws format::LoadError.
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
