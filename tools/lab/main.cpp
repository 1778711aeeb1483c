// `trivium-lab`: the measuring instruments of learning/poker_measure, learning/statistics and
// learning/bandits, and pictures of tables, as commands. This file registers the subcommands.

#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/lab/commands.h"

namespace {

constexpr const char* kDescription =
    "Trivium's laboratory: strength of players and strategies, best-action identification, and "
    "pictures of tables.\nFigures have intervals, and depend on the seed, not on --threads.";

void add_commands(trivium::tools::Command& app) {
  app.require_subcommand(1);
  trivium::tools::add_bandits(app);
  trivium::tools::add_chart(app);
  trivium::tools::Command* poker =
      app.add_subcommand("poker", "Measure policies of two-player poker games");
  poker->require_subcommand(1);
  trivium::tools::add_poker_lbr(*poker);
  trivium::tools::add_poker_match(*poker);
  trivium::tools::add_poker_aivat(*poker);
  trivium::tools::add_poker_curve(*poker);
  trivium::tools::add_poker_exploitability(*poker);
  trivium::tools::add_ratings(app);
}

}  // namespace

int main(int argc, char** argv) {
  return trivium::tools::run_command_line("trivium-lab", kDescription, argc, argv, add_commands);
}
