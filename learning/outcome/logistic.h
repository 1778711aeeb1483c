// Logistic regression of game results on position features over streamed games: the objective and
// Newton's method.
//
//   P(the side to move wins) = 1 / (1 + exp(-w . x)),    x the features from the side to move's
//   view objective(w) = -sum over positions of log-likelihood + sum over parameters of ridge / 2 *
//   (w - start)^2
//
// The objective is strictly convex, so the optimum is unique. A step solves the Newton equations by
// conjugate gradients with diagonal preconditioning, stopped early (Nocedal and Wright, Numerical
// Optimization, chapter 7.1), and is halved until the objective decreases enough. Steps depend only
// on games and weights, so a resumed run gives identical bits for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "learning/harness/shards.h"
#include "learning/outcome/tape.h"
#include "learning/records/game_set.h"

namespace trivium::learning::outcome {

/// Stages of a fit. First the counts alone, on all positions; then the patterns, on the positions
/// that the search evaluates, while counts stay fixed except those that patterns cannot express.
enum class Stage : std::uint8_t { kCounts, kPatterns };

struct Ridges {
  double counts = 0.01;  ///< in nats over all positions, so all fade as data grow
  double lines = 300.0;
  double meetings = 30.0;
};

/// One stage over the training games. Requires: all references outlive it.
class Problem {
 public:
  /// Requires: in the counts' stage all pattern parameters are 0.
  Problem(const records::GameSet& games, Stage stage, const Ridges& ridges, std::size_t turns,
          Parameters start, const Shards& shards);

  /// Returns whether the stage changes this parameter.
  bool moves(std::size_t parameter) const noexcept { return ridge_[parameter] > 0.0; }

  struct Derivatives {
    double objective = 0.0;
    std::size_t positions = 0;
    Parameters gradient;  ///< 0 where the stage does not move
    Parameters diagonal;  ///< about that of the Hessian, as if features were 0 or 1; above 0
  };
  Derivatives derivatives(const Parameters& parameters) const;
  double objective(const Parameters& parameters) const;
  /// Returns the Hessian at `parameters` times `direction`. Requires: `direction` is 0 for
  /// parameters that the stage does not change.
  Parameters product(const Parameters& parameters, const Parameters& direction) const;

 private:
  template <class Part, class Visit>
  Part sum(const Part& empty, const Visit& visit) const;
  double penalty(const Parameters& parameters) const noexcept;
  /// In the counts' stage there are none yet.
  bool with_patterns() const noexcept { return stage_ == Stage::kPatterns; }
  bool looks_at(const Tape::Position& position) const noexcept {
    return stage_ == Stage::kCounts || !position.decided;
  }

  const records::GameSet& games_;
  Stage stage_;
  std::size_t turns_;
  const Shards& shards_;
  Parameters start_;
  Parameters ridge_;  // 0 where the stage does not move
};

struct NewtonStep {
  Parameters parameters;   ///< after the step
  double objective = 0.0;  ///< before it
  double gain =
      0.0;  ///< half of g^T M^-1 g, a position, M the diagonal: about what is left to gain, in nats
  double length = 0.0;  ///< of the step: 1 = the whole of it, 0 = no step lowered the objective
};

NewtonStep newton_step(const Problem& problem, const Parameters& parameters);

}  // namespace trivium::learning::outcome
