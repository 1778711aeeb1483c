// Options of `trivium-learn poker cnn` and `poker cnn-test` without their implementation. So
// `trivium-learn` answers --help and detects bad usage even if the program that needs libtorch is
// not built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_cnn/logged_data.h"
#include "learning/poker_cnn/torch/training_run.h"
#include "tools/common_options.h"

namespace trivium::tools {

inline constexpr const char* kNetworkTrainingHelp =
    "Train the convolutional network of paper 004 on logged hands (kind poker.cnn); needs libtorch";
inline constexpr const char* kNetworkTestHelp =
    "Report how often a network predicts the actions of logged hands; needs libtorch";

struct DataOptions : learning::poker_cnn::DataChoice {
  std::string game;
  std::vector<std::string> logs;
};

struct NetworkTraining : OutputOptions {
  DataOptions data;
  std::string license;
  std::string alignment = "top-left";
  std::vector<std::string> sizes;
  std::string teacher;
  learning::poker_cnn::TrainerOptions trainer;
  learning::poker_cnn::TrainingRunOptions run;
  std::string csv;  ///< the learning curve as a single file
};

struct NetworkTest {
  DataOptions data;
  std::string network;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  Reporting reporting;
};

/// Adds the options of `poker cnn`, which calls `run` with its arguments.
void add_train_options(Command& command, std::function<void(const NetworkTraining& arguments)> run);
/// Adds the options of `poker cnn-test`, which calls `run` with its arguments.
void add_test_options(Command& command, std::function<void(const NetworkTest& arguments)> run);

/// Returns the game, if networks support it. Throws UsageError otherwise.
poker::GameDefinition encodable_game(const DataOptions& options);

}  // namespace trivium::tools
