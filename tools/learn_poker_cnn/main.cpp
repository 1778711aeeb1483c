// `trivium-learn-poker-cnn`, which `trivium-learn poker cnn` starts with its own command line: the
// only program that needs libtorch.
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn_poker_cnn/commands.h"
#include "tools/learn_poker_cnn/options.h"

namespace {

void add_commands(trivium::tools::Command& app, int& status) {
  app.require_subcommand(1);
  trivium::tools::Command* const poker = app.add_subcommand("poker", "Networks of poker, by libtorch");
  poker->require_subcommand(1);
  trivium::tools::add_train(*poker->add_subcommand("cnn", trivium::tools::kNetworkTrainingHelp), status);
  trivium::tools::add_test(*poker->add_subcommand("cnn-test", trivium::tools::kNetworkTestHelp), status);
  app.old_command("poker-cnn train", "poker cnn");
  app.old_command("poker-cnn test", "poker cnn-test");
}

}  // namespace

int main(int argc, char** argv) {
  return trivium::tools::run_command_line("trivium-learn", "Trains networks of poker.", argc, argv, add_commands);
}
