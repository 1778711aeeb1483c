// Learner "tdleaf" of chess: TDLeaf(lambda) by generations (paper 003). A generation plays games
// with the current weights (or reads games from files), then updates the weights with them.
//
//   games/             sources of games: self-play, PGN, files
//   learning/records   file format of searched games
//   game_gradient.h    gradient of a game
//   learner.h          batches and steps
//   learning_curve.h, piece_worth.h   figures of each generation
//
// The result depends only on the source of games, the options and the start, not on threads or
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

/// Options of a run. A snapshot is saved after each generation.
struct TdLeafOptions : RunOptions {
  LearnerOptions learner;
  /// Maximum number of generations; the source may end earlier. A run can be resumed with more.
  std::uint64_t generations = 10;
  std::uint64_t window = 1;  ///< each generation trains on the games of the last `window` ones
  int passes = 1;            ///< passes over these games per generation
  /// Called after each generation, before the snapshot is saved, with all rows so far and the
  /// weights.
  std::function<void(std::span<const CurveRow> curve, std::span<const double> weights)>
      on_generation;
};

struct TdLeafTask {
  std::vector<double> start;     ///< initial weights in pawns, in the order of parameter_names()
  std::vector<double> prior;     ///< weights toward which LearnerOptions::prior pulls, in pawns
  GameSource* source = nullptr;  ///< not null; not owned
  std::string source_identity;   ///< JSON object of everything that determines the source's games
};

struct TdLeafResult {
  std::vector<double> weights;  ///< in pawns
  std::vector<CurveRow> curve;  ///< one row per generation
};

/// Returns weights for a start without knowledge: all 0, except a pawn's value of 1 in both phases.
std::vector<double> weights_of_nothing();

/// Trains. Throws format::LoadError if a checkpoint or a file of games is damaged, belongs to
/// another run or engine, or would be overwritten; if the checkpoint has more generations than
/// requested; or if weights leave the engine's range (steps too large). Throws
/// std::invalid_argument for invalid options.
TdLeafResult learn_tdleaf(const TdLeafTask& task, const TdLeafOptions& options);

}  // namespace trivium::learning::tdleaf
