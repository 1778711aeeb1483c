// `trivium-learn-poker-cnn`, which `trivium-learn poker-cnn` starts: the learner of poker's networks, the only program that needs libtorch.

#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn_poker_cnn/test_command.h"
#include "tools/learn_poker_cnn/train_command.h"

namespace {

constexpr const char* kDescription =
    "Trains the convolutional network of paper 004 on logged hands of heads-up hold'em.\n"
    "The same numbers come for the same logs, seed and options, whatever --threads says, on one kind of processor.";

void add_commands(trivium::tools::Command& app, int& status) {
  app.require_subcommand(1);
  trivium::tools::add_train(app, status);
  trivium::tools::add_test(app, status);
}

}  // namespace

int main(int argc, char** argv) {
  return trivium::tools::run_command_line("trivium-learn poker-cnn", kDescription, argc, argv, add_commands);
}
