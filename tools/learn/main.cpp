// `trivium-learn`: the learners, in one process.
#include "tools/command_line.h"
#include "tools/learn/commands.h"

int main(int argc, char** argv) {
  trivium::tools::hand_over_networks(argc, argv);
  return trivium::tools::run_command_line(
      "trivium-learn",
      "Trivium's learners and the games that they learn from. Equal data, seed and options give "
      "equal results for any number of threads.",
      argc, argv,
      [](trivium::tools::Command& app) { trivium::tools::add_learn_commands(app, nullptr); });
}
