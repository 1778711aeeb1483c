// The learner "tdleaf": TDLeaf(lambda) generation by generation (paper 003). A generation is games made with the present weights (or taken
// from files), then steps of the weights along what they teach.
//
//   games/            where the games come from        game_gradient.h   what a game teaches
//                     (self-play, PGN, files)          learner.h         batches and steps
//   learning/records  games in files                   piece_worth.h, learning_curve.h   what came of it
//
// The result depends on the games' source, the options and the start only: not on threads, not on being killed and resumed.
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
#include "learning/tdleaf/learning_curve.h"

namespace trivium::learning::tdleaf {

/// A snapshot is saved after each generation.
struct TdLeafOptions : RunOptions {
  LearnerOptions learner;
  std::uint64_t generations = 10;  ///< maximum; the source may end before. A run can be resumed with more
  std::uint64_t window = 1;        ///< generations whose games each one learns from, its own included
  int passes = 1;                  ///< passes over these games
  std::size_t threads = 1;         ///< does not change the result
  /// Called after each generation, before the snapshot is saved, with all rows so far and the weights.
  std::function<void(std::span<const CurveRow> curve, std::span<const double> weights)> on_generation;
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

/// The start "from nothing": a pawn is a pawn in all phases, all else 0.
std::vector<double> weights_of_nothing();

/// Learns. Throws format::LoadError when a checkpoint or a file of games is damaged, of another run or another engine, or would be
/// overwritten by this run, when the checkpoint is of more generations than are asked for, or when the weights have grown out of the
/// engine's range (the steps are too large), std::invalid_argument when the options make no sense.
TdLeafResult learn_tdleaf(const TdLeafTask& task, const TdLeafOptions& options);

}  // namespace trivium::learning::tdleaf
