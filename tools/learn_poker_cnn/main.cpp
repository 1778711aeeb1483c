// `trivium-learn-poker-cnn`, which `trivium-learn poker-cnn` starts: the learner of poker's networks, the only program that needs libtorch.

#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn_poker_cnn/options.h"
#include "tools/learn_poker_cnn/test_command.h"
#include "tools/learn_poker_cnn/train_command.h"

namespace {

void add_commands(trivium::tools::Command& app, int& status) {
  app.require_subcommand(1);
  trivium::tools::add_train(app, status);
  trivium::tools::add_test(app, status);
}

}  // namespace

int main(int argc, char** argv) {
  return trivium::tools::run_command_line("trivium-learn poker-cnn", trivium::tools::kPokerCnnDescription, argc, argv, add_commands);
}
