// `trivium`: the engine process and its small tools. This file registers the subcommands.

#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/trivium/commands.h"

namespace {

constexpr const char* kDescription =
    "Trivium: chess over UCI, Connect-6 and Reversi over GTP, and hold'em over ACPC. Without a "
    "subcommand it uses stdin and stdout:\n"
    "the first line `uci` selects UCI (chess), any other line GTP (Connect-6, or another game "
    "after `set_game`).";

void add_commands(trivium::tools::Command& app) {
  app.require_subcommand(0, 1);
  trivium::tools::add_sessions(app);
  trivium::tools::add_play(app);
  trivium::tools::add_serve(app);
  trivium::tools::add_acpc(app);
  trivium::tools::add_bench(app);
  trivium::tools::add_book(app);
  trivium::tools::add_explain(app);
  trivium::tools::add_parameters(app);
  trivium::tools::add_perft(app);
  trivium::tools::add_review(app);
  trivium::tools::add_solve(app);
  trivium::tools::add_check(app);
  trivium::tools::add_weights(app);
  trivium::tools::add_doctor(app);
}

}  // namespace

int main(int argc, char** argv) {
  return trivium::tools::run_command_line("trivium", kDescription, argc, argv, add_commands);
}
