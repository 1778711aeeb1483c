// The commands of `trivium-learn poker-cnn` and their options, without what they do: so that `trivium-learn` answers --help and finds
// bad usage where the program that is linked with libtorch is not built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "learning/poker_cnn/torch/training_run.h"

namespace trivium::tools {

class Command;

inline constexpr const char* kPokerCnnDescription =
    "Trains the convolutional network of paper 004 on logged hands of heads-up hold'em.\n"
    "The same numbers come for the same logs, seed and options, whatever --threads says, on one kind of processor.";

struct DataOptions {
  std::string game;
  std::vector<std::string> logs;
  std::vector<std::string> players;  ///< whose decisions; none: all
  std::size_t train_hands = 0;       ///< 0: all that are not tested on
  std::size_t test_hands = 0;        ///< 0: a sixth
  std::size_t parts = 1;             ///< of the training hands
};

struct NetworkTraining {
  DataOptions data;
  std::string licence;
  std::string alignment = "top-left";
  std::vector<std::string> sizes;
  std::string teacher;
  learning::poker_cnn::TrainerOptions trainer;
  learning::poker_cnn::TrainingRunOptions run;
  std::string checkpoint;
  std::string out;
  std::string csv;
};

struct NetworkTest {
  DataOptions data;
  std::string network;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
};

/// Adds the command `train`; `run` is called with what was given.
void add_train_options(Command& app, std::function<void(const NetworkTraining& arguments)> run);
/// Adds the command `test`.
void add_test_options(Command& app, std::function<void(const NetworkTest& arguments)> run);

/// As they are typed behind --lesson, --optimiser and --init.
std::string lesson_name(learning::poker_cnn::Lesson lesson);
std::string optimiser_name(learning::poker_cnn::Optimiser optimiser);
std::string initialisation_name(learning::poker_cnn::Initialisation initialisation);

}  // namespace trivium::tools
