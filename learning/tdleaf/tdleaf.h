// The learner "tdleaf": TDLeaf(lambda) by generations (paper 003). A generation plays games with
// the current weights (or reads them from files), then updates the weights with them.
//
//   games/            where the games come from        game_gradient.h   what a game teaches
//                     (self-play, PGN, files)          learner.h         batches and steps
//   learning/records  games in files                   piece_worth.h, learning_curve.h   what came
//   of it
//
// The result depends only on the games' source, the options and the start, not on threads or
// interruptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/run.h"
#include "learning/tdleaf/games/game_source.h"
#include "learning/tdleaf/learner.h"
#include "learning/tdleaf/report/learning_curve.h"

namespace trivium::learning::tdleaf {

/// A snapshot is saved after each generation.
struct TdLeafOptions : RunOptions {
  LearnerOptions learner;
  std::uint64_t generations =
      10;                    ///< maximum; the source may end before. A run can be resumed with more
  std::uint64_t window = 1;  ///< generations whose games each one learns from, its own included
  int passes = 1;            ///< passes over these games
  std::size_t threads = 1;   ///< does not change the result
  /// Called after each generation, before the snapshot is saved, with all rows so far and the
  /// weights.
  std::function<void(std::span<const CurveRow> curve, std::span<const double> weights)>
      on_generation;
};

struct TdLeafTask {
  std::vector<double> start;  ///< pawns, in the order of parameter_names()
  std::vector<double> prior;  ///< what LearnerOptions::prior pulls toward
  GameSource* source = nullptr;
  std::string source_identity;  ///< a JSON object: all that decides which games the source gives
};

struct TdLeafResult {
  std::vector<double> weights;
  std::vector<CurveRow> curve;  ///< a row for each generation
};

/// Start from zero: all weights 0, except a pawn's value in all phases.
std::vector<double> weights_of_nothing();

/// Trains. Throws format::LoadError if a checkpoint or a file of games is damaged, of another run
/// or engine, or would be overwritten; if the checkpoint has more generations than requested; or if
/// weights leave the engine's range (steps too large). Throws std::invalid_argument for invalid
/// options.
TdLeafResult learn_tdleaf(const TdLeafTask& task, const TdLeafOptions& options);

}  // namespace trivium::learning::tdleaf
