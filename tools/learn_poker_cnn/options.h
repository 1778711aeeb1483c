// Options of `trivium-learn poker cnn` and `poker cnn-test` without their implementation. So
// `trivium-learn` answers --help and detects bad usage even if the program that needs libtorch is
// not built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "learning/poker_cnn/torch/training_run.h"
#include "tools/common_options.h"

namespace trivium::tools {

inline constexpr const char* kNetworkTrainingHelp =
    "Train the convolutional network of paper 004 on logged hands (kind poker.cnn); needs libtorch";
inline constexpr const char* kNetworkTestHelp =
    "Report how often a network predicts the actions of logged hands; needs libtorch";

struct DataOptions {
  std::string game;
  std::vector<std::string> logs;
  std::vector<std::string> players;  ///< players whose decisions are used; empty: all
  std::size_t train_hands = 0;       ///< 0: all hands that are not test hands
  std::size_t test_hands = 0;        ///< 0: the share
  double held_out = 0;               ///< share of the test hands; 0: one sixth
  std::size_t parts = 1;             ///< number of parts of the training hands
};

struct NetworkTraining {
  DataOptions data;
  std::string license;
  std::string alignment = "top-left";
  std::vector<std::string> sizes;
  std::string teacher;
  learning::poker_cnn::TrainerOptions trainer;
  learning::poker_cnn::TrainingRunOptions run;
  std::string out;
  std::string report;
  std::string csv;  ///< the learning curve as a single file
  Reporting reporting;
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

/// Names as typed after --lesson, --optimizer and --init.
std::string lesson_name(learning::poker_cnn::Lesson lesson);
std::string optimizer_name(learning::poker_cnn::Optimizer optimizer);
std::string initialization_name(learning::poker_cnn::Initialization initialization);

}  // namespace trivium::tools
