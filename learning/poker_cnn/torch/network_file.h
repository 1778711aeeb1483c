// Output of the learner: the network as a weight file of kind "poker.cnn", its model card, and the
// identity of the run in a checkpoint.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/poker_cnn/evaluation.h"
#include "learning/poker_cnn/logged_data.h"
#include "learning/poker_cnn/torch/trainer.h"
#include "models/format/weight_file.h"

namespace trivium::learning::poker_cnn {

/// Returns the settings of the run except its length, as a JSON object. `data` are those of
/// `trainer`, of these `players`; `files` are the logs, then the teacher's files; `teacher` is the
/// kind of policy that teaches, empty if there is none.
std::string run_identity(const Trainer& trainer, const Data& data, std::vector<std::string> players,
                         std::span<const DataSource> files, const std::string& teacher);

/// Returns the network of `trainer` as a weight file. Its manifest is `manifest` with origin, seed,
/// counts and figures of the run. `evaluation` is that of the test data.
format::WeightFile network_file(const Trainer& trainer, const Data& data,
                                const Evaluation& evaluation, Manifest manifest);

/// Returns the texts of the model card.
CardText network_card(const TrainerOptions& options);

}  // namespace trivium::learning::poker_cnn
