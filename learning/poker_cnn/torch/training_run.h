// A run of the network's trainer: so many epochs, what was learned told after each part of one, with snapshots from which it goes on to the
// same bits.
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
  std::uint64_t epochs = 1;     ///< each goes once through every part
  std::string identity = "{}";  ///< a JSON object: all that decides the result but the number of epochs
};

/// After a pass through one part.
struct PassResult {
  std::uint64_t epoch = 0;  ///< from 1
  std::uint64_t part = 0;   ///< from 1
  double loss = 0;          ///< mean over the pass, of what the lesson asks for
  double accuracy = 0;      ///< over the pass, of the net as it was at each batch; of all actions, legal or not
  double test_accuracy = 0;
  double test_loss = 0;  ///< cross entropy of the action, nats
};

/// Snapshots are named by it.
inline constexpr const char* kTrainingLearner = "poker_cnn";

/// Lets `trainer`, which has done nothing yet, do its epochs. `heard` hears how many batches are done, first those of the run that is gone
/// on with. Returns all passes, those of earlier runs too. Throws format::LoadError where the checkpoint is of another run or further than
/// asked for.
std::vector<PassResult> run_training(Trainer& trainer, std::span<const Decision> test, const TrainingRunOptions& options,
                                     const std::function<void(std::uint64_t done)>& heard,
                                     const std::function<void(const PassResult&)>& passed);

/// Batches of so many epochs.
std::uint64_t batches_of(const Trainer& trainer, std::uint64_t epochs);

/// "epoch,part,loss,accuracy,test accuracy,test loss" and a line for each pass.
std::string curve_csv(std::span<const PassResult> passes);

}  // namespace trivium::learning::poker_cnn
