// `trivium-lab`: the measuring instruments of learning/poker_measure, learning/statistics and
// learning/bandits, and pictures of tables, as commands. This file only puts the subcommands together.

#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/lab/commands.h"

namespace {

constexpr const char* kDescription =
    "Trivium's laboratory: how strong players and strategies are, which method finds the best action, and pictures of tables.\nFigures "
    "have intervals, "
    "and are the same for the same seed, whatever --threads says.";

void add_commands(trivium::tools::Command& app, int& status) {
  app.require_subcommand(1);
  trivium::tools::add_bandits(app, status);
  trivium::tools::add_chart(app, status);
  trivium::tools::add_poker(app, status);
  trivium::tools::add_ratings(app, status);
}

}  // namespace

int main(int argc, char** argv) { return trivium::tools::run_command_line("trivium-lab", kDescription, argc, argv, add_commands); }
