// Updates weights along the gradient of games (game_gradient.h), batch by batch.
//
// A batch of one game is online learning as in paper 003; a batch of all games is batch learning.
// The gradient is the mean over the batch, so alpha is comparable between batch sizes. Sums are
// sharded, so weights have identical bits for any crew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/chess/evaluation/feature_groups.h"
#include "learning/harness/crew.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/game_gradient.h"
#include "learning/tdleaf/step_rule.h"
#include "models/format/tensor.h"

namespace trivium::learning::tdleaf {

struct LearnerOptions {
  GradientOptions gradient;
  StepRule rule = StepRule::kAdam;
  double alpha = 2.0;  ///< initial step size; see Stepper for its unit
  /// Games after which alpha is halved: alpha / (1 + games / alpha_half). 0 = constant alpha.
  double alpha_half = 0.0;
  double min_alpha = 0.0;  ///< minimum of a decreasing alpha
  double prior = 0.0;  ///< pull toward the prior: added to the gradient per centipawn of distance
  std::size_t batch = 64;  ///< games per step; 0 = all games of a pass
  /// Groups of features that are trained; the others are fixed. Empty = all. If material is trained
  /// first, its value is not distributed over piece-square terms.
  std::vector<chess::FeatureGroup> only;
};

class Learner {
 public:
  /// Starts from the weights `start`, pulled toward `prior`, both in pawns. Throws
  /// std::invalid_argument unless each has kParameterCount numbers.
  Learner(const LearnerOptions& options, std::vector<double> start, std::vector<double> prior);

  /// Makes one pass over the games and returns their sums; those of a batch are computed with the
  /// weights before its step. Needs memory for one batch, or for 1,024 games if a batch is the
  /// whole pass.
  GradientSums learn(const records::GameStream& games, Crew crew);

  const std::vector<double>& weights() const noexcept { return weights_; }
  /// Number of games trained on, with repetitions.
  std::uint64_t games() const noexcept { return games_; }
  /// Returns the size of the next step.
  double alpha() const noexcept;

  /// State for a checkpoint; a Learner with the same options resumes with identical bits. restore()
  /// throws format::LoadError if tensors are missing or of another size.
  std::vector<format::Tensor> state() const;
  void restore(const StateReader& state);

 private:
  GradientSums gradient(std::span<const records::SearchedGame> games, Crew crew) const;
  void step(const GradientSums& sums);

  LearnerOptions options_;
  std::vector<double> weights_;
  std::vector<double> prior_;
  std::vector<bool> learns_;  // by parameter: true if it is trained
  Stepper stepper_;
  std::uint64_t games_ = 0;
};

}  // namespace trivium::learning::tdleaf
