// Logistic regression of game results on position features over streamed games: the objective and
// Newton's method.
//
//   P(the side to move wins) = 1 / (1 + exp(-w . x)),   x: features from the side to move's view
//   objective(w) = - sum over positions of log-likelihood
//                  + sum over parameters of ridge / 2 * (w - start)^2
//
// The objective is strictly convex, so the optimum is unique. A step solves the Newton equations by
// conjugate gradients with a diagonal preconditioner, stopped early (Nocedal and Wright, Numerical
// Optimization, chapter 7.1). The step is halved until the objective decreases enough. Steps depend
// only on games and parameters, so a resumed run gives identical bits for any number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "engine/connect6/evaluation/features.h"
#include "engine/connect6/patterns/value_patterns.h"
#include "learning/harness/shards.h"
#include "learning/records/connect6_games.h"
#include "learning/records/game_set.h"
#include "learning/statistics/ridge.h"

namespace trivium::learning::outcome {

// A Connect-6 game as training data: its positions, stored as the changes of features between them.
//
// A position has about a thousand pattern features, and a stone changes about fifty of them. So
// scores are updated from stone to stone, and the gradient is computed backwards over the same
// changes (the derivative by a feature is the sum of errors of all positions that have it). The
// cost of a pass is proportional to the number of changes.

/// Parameters in log-odds: one per count (features.h), then one per ValuePattern. A line and its
/// mirror image share the parameter with the smaller index.
using Parameters = std::vector<double>;
inline constexpr std::size_t kParameters = connect6::kFeatureCount + connect6::kValuePatterns;
/// Returns the index of the parameter of a pattern.
constexpr std::size_t parameter_of(connect6::ValuePattern pattern) noexcept {
  if (pattern >= connect6::kLinePatterns) return connect6::kFeatureCount + pattern;
  const connect6::ValuePattern mirror = connect6::mirrored(pattern);
  return connect6::kFeatureCount + (mirror < pattern ? mirror : pattern);
}

class Tape {
 public:
  /// A position at the start of a turn of two stones.
  struct Position {
    std::size_t stones = 0;  ///< number of stones on the board
    std::size_t side = 0;    ///< side to move: 0 Black, 1 White
    double result = 0.0;     ///< for the side to move: 1 win, 0.5 draw, 0 loss
    /// True if the side to move can win at once or cannot parry all threats. The search does not
    /// evaluate such positions.
    bool decided = false;
    connect6::FeatureVector counts{};
  };

  /// Replaces the tape by the positions of `game` at the start of the first `turns` turns after the
  /// opening (0: all). The tape is empty if the result of the game is unknown. Without `patterns`
  /// this is faster, but then scores() and add_errors() can only use counts.
  void read(const records::Connect6Game& game, std::size_t turns, bool patterns = true);

  std::span<const Position> positions() const noexcept { return positions_; }

  /// Replaces `scores` by the score of each position: the sum of features times parameters, in
  /// log-odds. Without `patterns`, uses only counts.
  void scores(const Parameters& parameters, bool patterns, std::vector<double>& scores) const;
  /// Adds, for each parameter, the sum over positions of the error times the feature to `gradient`.
  /// `errors` has one number per position.
  void add_errors(std::span<const double> errors, bool patterns, Parameters& gradient) const;

 private:
  struct Change {
    std::uint32_t parameter;  ///< index of the parameter
    std::int32_t by;          ///< change of its feature
  };

  std::vector<Position> positions_;
  std::array<std::vector<Change>, 2> changes_;  // by side
  // By side and number of stones: number of changes made before.
  std::array<std::vector<std::size_t>, 2> ends_;
  std::optional<connect6::ValuePatterns> board_;  // board of the game being read
};

/// Stages of a fit. The first one fits only the counts (features.h), on all positions. The second
/// one fits the patterns, on the positions that the search evaluates. It keeps the counts fixed
/// except those that patterns cannot express.
enum class Stage : std::uint8_t { kCounts, kPatterns };

/// Ridges by kind of parameter, in nats over all positions; above 0. Their influence decreases with
/// the amount of data.
struct Ridges {
  double counts = 0.01;
  double lines = 300.0;
  double meetings = 30.0;
};

/// The objective of one stage over the training games.
class Problem {
 public:
  /// `turns` as in Tape::read(); `start` is the center of the ridge. Requires: `games` and `shards`
  /// outlive this object, and in kCounts all pattern parameters are 0 in `start` and in later
  /// calls.
  Problem(const records::GameSet& games, Stage stage, const Ridges& ridges, std::size_t turns,
          const Parameters& start, const Shards& shards);

  /// True if the stage changes this parameter.
  bool moves(std::size_t parameter) const noexcept { return ridges_[parameter].strength > 0.0; }

  struct Derivatives {
    double objective = 0.0;
    std::size_t positions = 0;  ///< number of positions used
    Parameters gradient;        ///< 0 for parameters that the stage does not change
    /// Approximate diagonal of the Hessian, as if features were 0 or 1; above 0.
    Parameters diagonal;

    /// For Transfer and Shards::sum().
    auto fields() noexcept { return std::tie(objective, positions, gradient, diagonal); }
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
  /// True if the stage uses pattern features.
  bool with_patterns() const noexcept { return stage_ == Stage::kPatterns; }
  /// True if the stage uses this position.
  bool looks_at(const Tape::Position& position) const noexcept {
    return stage_ == Stage::kCounts || !position.decided;
  }

  const records::GameSet& games_;
  Stage stage_;
  std::size_t turns_;
  const Shards& shards_;
  // By parameter; the strength is 0 for parameters that the stage does not change.
  std::vector<statistics::Ridge> ridges_;
};

struct NewtonStep {
  Parameters parameters;   ///< after the step
  double objective = 0.0;  ///< before the step
  /// Approximate gain that is still possible, in nats per position: half of g^T M^-1 g, where M is
  /// Derivatives::diagonal.
  double gain = 0.0;
  double length = 0.0;  ///< share of the full step that was made; 0 if none lowered the objective
};

/// Makes a step from `parameters`.
NewtonStep newton_step(const Problem& problem, const Parameters& parameters);

}  // namespace trivium::learning::outcome
