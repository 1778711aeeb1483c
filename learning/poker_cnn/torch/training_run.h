// A training run of the network: epochs, a report after each part, and snapshots. A resumed run
// gives identical bits.
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
  std::uint64_t epochs = 1;  ///< passes over all parts
  std::string identity =
      "{}";  ///< a JSON object: all that determines the result, except the number of epochs
};

/// Figures of a pass through one part.
struct PassResult {
  std::uint64_t epoch = 0;  ///< from 1
  std::uint64_t part = 0;   ///< from 1
  double loss = 0;          ///< mean training loss over the pass
  double accuracy =
      0;  ///< over the pass, of the net as it was at each batch; of all actions, legal or not
  double test_accuracy = 0;
  double test_loss = 0;  ///< cross entropy of the action, nats
};

/// Name of the learner in snapshots.
inline constexpr const char* kTrainingLearner = "poker_cnn";

/// Runs the epochs of a new `trainer`. Calls `heard` with the number of batches done, first with
/// those of the resumed run. Returns all passes, including those of earlier runs. Throws
/// format::LoadError if the checkpoint belongs to another run or has more epochs than requested.
std::vector<PassResult> run_training(Trainer& trainer, std::span<const Decision> test,
                                     const TrainingRunOptions& options,
                                     const std::function<void(std::uint64_t done)>& heard,
                                     const std::function<void(const PassResult&)>& passed);

/// Returns the number of batches in `epochs` epochs.
std::uint64_t batches_of(const Trainer& trainer, std::uint64_t epochs);

/// "epoch,part,loss,accuracy,test accuracy,test loss" and one line per pass.
std::string curve_csv(std::span<const PassResult> passes);

}  // namespace trivium::learning::poker_cnn
