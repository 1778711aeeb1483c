// The learner "outcome": weights of a linear evaluation from the results of games, by logistic regression (logistic.h).
//
// It knows no game: a reader (connect6_games.h) turns records into positions, and what comes out is a linear weight file with its
// manifest. Some games are held out, chosen by seed; training never sees them. The result depends on data, seed and parameters only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"
#include "learning/outcome/logistic.h"
#include "models/format/weight_file.h"

namespace trivium::learning {

struct OutcomeOptions {
  std::uint64_t seed = 1;       ///< chooses the games held out
  double held_out_share = 0.1;  ///< of the games
  double ridge = 1.0;           ///< see logistic.h; in nats over all positions, so it fades as data grow
  int max_iterations = 50;
  std::size_t threads = 1;                                 ///< no part of the result
  std::optional<std::filesystem::path> checkpoint_folder;  ///< a snapshot after each iteration
  bool resume = false;                                     ///< go on from the snapshot there, if there is one; else there must be none
  std::function<void(int iteration, const NewtonStep& step)> on_iteration;  ///< called after the snapshot was saved
};

/// What is learned from, and what the weights will be called.
struct OutcomeTask {
  std::string kind;
  int schema = 0;
  std::vector<std::string> feature_names;
  OutcomeData data;
  DataSource source;
};

struct OutcomeResult {
  std::vector<double> weights;  ///< log-odds of a win for one more of each feature
  std::vector<double> standard_errors;
  OutcomeMetrics train_before;  ///< with all weights zero
  OutcomeMetrics train;
  OutcomeMetrics held_out_before;
  OutcomeMetrics held_out;
  int iterations = 0;
  bool converged = false;
};

/// Learns. Throws format::LoadError when a checkpoint to resume is damaged or of another run, std::invalid_argument when the options or
/// the data make no sense.
OutcomeResult learn_outcome(const OutcomeTask& task, const OutcomeOptions& options);

/// The weight file of a result.
format::WeightFile outcome_file(const OutcomeTask& task, const OutcomeOptions& options, const OutcomeResult& result,
                                const ToolIdentity& tool, const std::string& command);

}  // namespace trivium::learning
