// `trivium-learn`: the learners. Each makes weights from data or self-play, as a weight file with its
// manifest and a model card beside it. This file only puts the subcommands together.
#include <cstdio>
#include <fmt/format.h>
#include <string>

#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn/cfr_command.h"
#include "tools/learn/choice_classes_command.h"
#include "tools/learn/choice_command.h"
#include "tools/learn/choice_people_command.h"
#include "tools/learn/choice_tables_command.h"
#include "tools/learn/commands.h"
#include "tools/learn/poker_cnn_command.h"
#include "tools/learn/strength_command.h"
#include "tools/version.h"

namespace {

constexpr const char* kDescription =
    "Trivium's learners. Every one gives the same result for the same data, seed and parameters,\nwhatever --threads says.";

void add_commands(trivium::tools::Command& app, int& status) {
  app.require_subcommand(1);
  trivium::tools::add_outcome(app, status);
  trivium::tools::add_draws(app, status);
  trivium::tools::add_playouts(app, status);
  trivium::tools::add_tdleaf(app, status);
  trivium::tools::add_choice(app, status);
  trivium::tools::add_choice_classes(app, status);
  trivium::tools::add_choice_people(app, status);
  trivium::tools::add_choice_tables(app, status);
  trivium::tools::add_strength(app, status);
  trivium::tools::add_btmm(app, status);
  trivium::tools::add_cfr(app, status);
  trivium::tools::add_selfplay(app, status);
  trivium::tools::add_games(app, status);
  trivium::tools::add_match(app, status);
}

}  // namespace

trivium::learning::ToolIdentity trivium::tools::tool_identity() {
  return {std::string(trivium::version()), std::string(trivium::commit())};
}

void trivium::tools::warn_if_none_held_out(double share, std::size_t held_out, const std::string& option, const std::string& items) {
  if (share <= 0.0 || held_out > 0) return;
  fmt::print(stderr,
             "trivium-learn: {}: none of {} is held out, so nothing tests what is learned; more of them, a greater share or another --seed "
             "may; 0 asks for no test\n",
             option, items);
}

int main(int argc, char** argv) {
  const trivium::tools::OwnCommand networks = trivium::tools::poker_cnn_command();
  return trivium::tools::run_command_line("trivium-learn", kDescription, argc, argv, add_commands, &networks);
}
