// Learner "reversi_value": fits the value of Reversi positions (reversi.value) to the final scores
// of games by least squares (least_squares.h), with conjugate gradients. A step is one product with
// the matrix. The result depends only on games, seed and options, not on threads or interruptions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/reversi/patterns/pattern_set.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/run.h"
#include "learning/harness/work_items.h"
#include "learning/records/reversi_games.h"
#include "learning/reversi_value/least_squares.h"
#include "models/format/weight_file.h"

namespace trivium::learning::reversi_value {

/// Options of a run.
struct ValueOptions : RunOptions {
  std::uint64_t seed = 1;
  double held_out_share = 0.05;  ///< expected share of held-out games, by a hash of their moves
  std::size_t train_games = 0;   ///< uses only the first games that are not held out; 0: all
  int solve = 12;                ///< see labeled()
  double ridge = 12.0;           ///< see LeastSquares
  std::uint64_t steps = 40;      ///< number of products
};

/// Games by role.
struct ValueGames {
  std::vector<records::ReversiGame> train;
  std::vector<records::ReversiGame> held_out;
};
/// Divides games by ValueOptions::held_out_share and train_games. Throws format::LoadError if no
/// training game is left.
ValueGames split(records::ReversiGames games, const ValueOptions& options);

/// Figures after a step; step 0 is the start, at which all weights are 0.
struct ValueRow {
  std::uint64_t step = 0;
  double train = 0;     ///< root mean square error of training positions, in discs
  double held_out = 0;  ///< the same of held-out games; 0 if there are none

  friend bool operator==(const ValueRow&, const ValueRow&) = default;
};

/// Errors by number of discs: the index is the number.
struct ValueErrors {
  std::vector<ErrorSums> train;
  std::vector<ErrorSums> held_out;
};

struct ValueResult {
  std::vector<std::int16_t> weights;  ///< by feature, in units of reversi::PatternValue
  std::vector<ValueRow> curve;
  ValueErrors errors;  ///< of these weights
};

/// Callbacks that report the progress of a run. Each may be null. Called from one thread at a time.
struct ValueListeners {
  WorkProgress on_labels;                           ///< number of games with labels
  std::function<void(const ValueRow& row)> on_row;  ///< before the snapshot that contains it
};

/// Fits the value to the training games. `data_hash` is the result of hashes_of() for the files.
/// Requires: `set` is for values and fits a PatternLayout. Throws format::LoadError if there is no
/// training game, or if a checkpoint to resume is damaged or belongs to another run.
ValueResult learn_value(const ValueGames& games, const reversi::PatternSet& set,
                        const ValueOptions& options, const std::string& data_hash,
                        const ValueListeners& listeners = {});

/// Returns the weight file. Adds origin, seed, counts, parameters and figures to `manifest`.
/// Requires: `manifest` has tool, command and data.
format::WeightFile value_file(const ValueGames& games, const reversi::PatternSet& set,
                              const ValueOptions& options, const ValueResult& result,
                              Manifest manifest);
/// Returns the prose of the model card.
CardText value_card(const reversi::PatternSet& set, const ValueOptions& options);

}  // namespace trivium::learning::reversi_value
