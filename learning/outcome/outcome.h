// The learner "outcome": the value of Connect-6 positions from the results of games, by logistic
// regression (logistic.h).
//
// Games are streamed from a file, never all in memory; some are held out, chosen by seed and moves.
// The counts are fitted first, unless given weights have them; then the patterns. The result
// depends only on games, seed and parameters, not on threads or on interruptions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/weights.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/run.h"
#include "learning/outcome/logistic.h"
#include "learning/records/game_set.h"
#include "learning/statistics/sums.h"
#include "models/format/weight_file.h"

namespace trivium::learning::outcome {

/// A snapshot is saved after each iteration.
struct OutcomeOptions : RunOptions {
  records::Split split;
  Ridges ridges;
  std::size_t turns = 0;            ///< turns used of a game after its opening; 0: all
  std::optional<Parameters> start;  ///< the counts of these weights stand; else they are learned
  bool patterns = true;             ///< else the counts alone are learned
  std::size_t iterations = 20;      ///< of a stage, at most
  std::size_t threads = 1;          ///< no part of the result
};

/// Quality of predicted results: sums over positions.
struct OutcomeSums {
  std::uint64_t positions = 0;
  double loss = 0.0;  ///< -log-likelihood, natural
  double right =
      0.0;  ///< positions whose likelier result came; an undecided prediction counts half
  double predicted = 0.0;  ///< the sum of the probabilities of a win
  double won = 0.0;        ///< and of the results

  double mean_loss() const noexcept {
    return positions > 0 ? loss / static_cast<double>(positions) : 0.0;
  }
  double accuracy() const noexcept {
    return positions > 0 ? right / static_cast<double>(positions) : 0.0;
  }
  OutcomeSums& operator+=(const OutcomeSums& other) noexcept {
    return statistics::add_fields(*this, other, &OutcomeSums::positions, &OutcomeSums::loss,
                                  &OutcomeSums::right, &OutcomeSums::predicted, &OutcomeSums::won);
  }
};

/// Figures of positions that the search evaluates: no immediate win, and all threats can be
/// parried.
struct OutcomeMetrics {
  OutcomeSums all;
  std::map<std::size_t, OutcomeSums> by_stones;      ///< by tens of stones on the board
  std::map<std::size_t, OutcomeSums> by_prediction;  ///< by tenths of the probability of a win
};

/// Quality of predicted results on the training games and on the held-out games.
struct OutcomeJudgement {
  OutcomeMetrics train;
  OutcomeMetrics held_out;
};

/// Figures before an iteration of a stage; the last row of a stage has its end.
struct OutcomeRow {
  Stage stage = Stage::kCounts;
  std::size_t iteration = 0;
  double train = 0.0;     ///< mean log-loss as in OutcomeMetrics
  double held_out = 0.0;  ///< 0 where no position is held out
  double gain = 0.0;      ///< NewtonStep::gain of the step before; 0 where there was none

  friend bool operator==(const OutcomeRow&, const OutcomeRow&) = default;
};

struct OutcomeResult {
  Parameters parameters;
  std::vector<OutcomeRow> curve;
  bool converged = false;  ///< each stage ended because nothing was left to gain
};

/// Called with each new row before the snapshot that contains it is saved.
using OutcomeListener = std::function<void(const OutcomeRow&)>;

/// Trains. `data_hash` is hashes_of() the files of games. Throws format::LoadError if no position
/// can be used, or if a checkpoint to resume is damaged or of another run; std::invalid_argument
/// for invalid options.
OutcomeResult learn_outcome(const records::GameSet& games, const OutcomeOptions& options,
                            const std::string& data_hash, const OutcomeListener& on_row = {});

/// Same bits for any number of threads.
OutcomeJudgement judge(const records::GameSet& games, const Parameters& parameters,
                       const OutcomeOptions& options);
OutcomeMetrics measure(const records::GameSet& games, records::Role role, std::size_t turns,
                       const Parameters& parameters, std::size_t threads);

/// Returns the parameters of the engine's weights.
Parameters parameters_of(const connect6::Weights& weights);

/// Returns the parameters rounded to the units of a weight file. Throws format::LoadError if one is
/// too large.
Parameters as_read(const Parameters& parameters, bool patterns);

/// Returns the weight file of a result with its figures; `manifest` already has tool, command and
/// data.
format::WeightFile outcome_file(const records::GameSet& games, const OutcomeOptions& options,
                                const OutcomeResult& result, const OutcomeJudgement& judgement,
                                Manifest manifest);
CardText outcome_card(const OutcomeOptions& options);

}  // namespace trivium::learning::outcome
