// Options that a subcommand would not heed, since they belong to the command before it.
#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <vector>

namespace trivium::tools {

/// Makes it bad usage to give `command` options of its own and then a subcommand, which would run without them. `command` needs its other
/// options by then.
inline void refuse_options_before_subcommands(CLI::App& command) {
  command.parse_complete_callback([&command] {
    const std::vector<CLI::App*> chosen = command.get_subcommands();
    if (chosen.empty()) return;
    for (const CLI::Option* option : command.get_options()) {
      if (option->count() == 0) continue;
      throw CLI::ValidationError(option->get_name(), fmt::format("has no effect before '{}'", chosen.front()->get_name()));
    }
  });
}

}  // namespace trivium::tools
