// A training run of the network: epochs, a test after each pass over a part, and snapshots. A
// resumed run ends with the same bits as an uninterrupted one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/run.h"
#include "learning/poker_cnn/torch/trainer.h"

namespace trivium::learning::poker_cnn {

struct TrainingRunOptions : RunOptions {
  std::uint64_t epochs = 1;  ///< number of passes over all parts
  /// JSON object with everything that determines the result, except the number of epochs.
  std::string identity = "{}";
};

/// Figures of a pass over one part.
struct PassResult {
  std::uint64_t epoch = 0;  ///< from 1
  std::uint64_t part = 0;   ///< from 1
  double loss = 0;          ///< mean of the batches' losses before their steps
  /// Fraction of right predictions before the steps. The most probable action may be illegal here.
  double accuracy = 0;
  double test_accuracy = 0;  ///< Evaluation::all() of the test decisions
  double test_loss = 0;      ///< Evaluation::loss of the test decisions, in nats
};

/// Name of the learner in snapshots.
inline constexpr const char* kTrainingLearner = "poker_cnn";

/// Runs the epochs of `trainer`, which has done no steps. Calls `progress` with the number of
/// batches done, at the start and after each batch, and `on_pass` after each pass, before its
/// snapshot. Returns all passes, including those before a resume. Throws format::LoadError if the
/// checkpoint belongs to another run or has more epochs than requested.
std::vector<PassResult> run_training(Trainer& trainer, std::span<const Decision> test,
                                     const TrainingRunOptions& options,
                                     const std::function<void(std::uint64_t done)>& progress,
                                     const std::function<void(const PassResult&)>& on_pass);

/// Returns the number of batches in `epochs` epochs.
std::uint64_t batches_of(const Trainer& trainer, std::uint64_t epochs);

/// Returns a CSV table with the columns "epoch,part,loss,accuracy,test accuracy,test loss" and a
/// row for each pass.
std::string curve_csv(std::span<const PassResult> passes);

}  // namespace trivium::learning::poker_cnn
