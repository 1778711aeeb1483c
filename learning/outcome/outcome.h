// Learner "outcome" of Connect-6: fits the value of positions to the results of games, by logistic
// regression (logistic.h).
//
// Games are streamed from files and are never all in memory. Some games are held out, selected by
// seed and moves. The counts (features.h) are fitted first, unless given weights contain them; then
// the patterns (value_patterns.h), and again the few counts that patterns cannot express. The
// result depends only on games, seed and options, not on threads or interruptions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/connect6/evaluation/weights.h"
#include "learning/harness/crew.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/run.h"
#include "learning/outcome/logistic.h"
#include "learning/records/game_set.h"
#include "learning/statistics/evidence.h"
#include "models/format/weight_file.h"

namespace trivium::learning::outcome {

/// Options of a run. A snapshot is saved after each iteration.
struct OutcomeOptions : RunOptions {
  records::Split split;
  Ridges ridges;
  std::size_t turns = 0;  ///< number of turns used after the opening of a game; 0: all
  /// If set, the fit begins with Stage::kPatterns from these counts. Requires: the parameters of
  /// patterns are 0.
  std::optional<Parameters> start;
  bool patterns = true;         ///< if false, only counts are fitted
  std::size_t iterations = 20;  ///< maximum number of iterations of each stage
};

/// Figures of the positions that the search evaluates: the side to move cannot win at once, and all
/// threats can be parried. A draw, or a prediction of exactly 1/2, is correct by half, and a draw
/// is half a win.
struct OutcomeMetrics {
  statistics::ResultEvidence all;
  statistics::EvidenceByNumber by_stones;  ///< number of stones, rounded down to a multiple of 10
  statistics::EvidenceByNumber by_prediction;  ///< P(win) in tenths, rounded down, 0 to 9

  /// For Transfer and Shards::sum().
  auto fields() noexcept { return std::tie(all, by_stones, by_prediction); }
};

/// Quality of predicted results on the training games and on the held-out games.
struct OutcomeJudgment {
  OutcomeMetrics train;
  OutcomeMetrics held_out;
};

/// Figures after an iteration of a stage. Iteration 0 is the start of the stage.
struct OutcomeRow {
  Stage stage = Stage::kCounts;
  std::size_t iteration = 0;
  double train = 0.0;     ///< mean log loss of training games (OutcomeMetrics::all), in nats
  double held_out = 0.0;  ///< the same of held-out games; 0 if there are none
  double gain = 0.0;      ///< NewtonStep::gain of this iteration; 0 for iteration 0

  friend bool operator==(const OutcomeRow&, const OutcomeRow&) = default;
};

struct OutcomeResult {
  Parameters parameters;
  std::vector<OutcomeRow> curve;
  bool converged = false;  ///< true if every stage ended because NewtonStep::gain was too small
};

/// Called with each new row before the snapshot that contains it is saved.
using OutcomeListener = std::function<void(const OutcomeRow&)>;

/// Trains. `data_hash` is the result of hashes_of() for the files of `games`. Throws
/// format::LoadError if no position can be used, or if a checkpoint to resume is damaged or belongs
/// to another run. Throws std::invalid_argument if `options.start` is set and `options.patterns` is
/// false.
OutcomeResult learn_outcome(const records::GameSet& games, const OutcomeOptions& options,
                            const std::string& data_hash, const OutcomeListener& on_row = {});

/// Measures predictions on the training games and on the held-out games, with the turns of
/// `options`. The result has the same bits for any number of threads.
OutcomeJudgment judge(const records::GameSet& games, const Parameters& parameters,
                      const OutcomeOptions& options);
/// Measures predictions on the games of one role. `turns` as in OutcomeOptions. The result has the
/// same bits for any crew.
OutcomeMetrics measure(const records::GameSet& games, records::Role role, std::size_t turns,
                       const Parameters& parameters, Crew crew);

/// Returns the parameters, in log-odds, of the engine's weights.
Parameters parameters_of(const connect6::Weights& weights);

/// Returns the parameters rounded to the engine's units, as it reads them from a weight file; those
/// of patterns are 0 unless `patterns`. Throws format::LoadError if one is too large.
Parameters as_read(const Parameters& parameters, bool patterns);

/// Returns the weight file of a result. Adds origin, seed, counts, parameters and figures to
/// `manifest`. Requires: `manifest` has tool, command and data.
format::WeightFile outcome_file(const records::GameSet& games, const OutcomeOptions& options,
                                const OutcomeResult& result, const OutcomeJudgment& judgment,
                                Manifest manifest);
/// Returns the prose of the model card.
CardText outcome_card(const OutcomeOptions& options);

}  // namespace trivium::learning::outcome
