// Options that a subcommand would not heed, since they belong to the command before it.
#pragma once

#include <fmt/format.h>
#include <vector>

#include "tools/command.h"

namespace trivium::tools {

/// Makes it bad usage to give `command` options of its own and then a subcommand, which would run without them. `command` needs its other
/// options by then.
inline void refuse_options_before_subcommands(Command& command) {
  command.parse_complete_callback([&command] {
    const std::vector<const Command*> chosen = command.get_subcommands();
    if (chosen.empty()) return;
    for (const Option* option : command.get_options()) {
      if (option->count() == 0) continue;
      throw UsageError(option->get_name(), fmt::format("has no effect before '{}'", chosen.front()->get_name()));
    }
  });
}

}  // namespace trivium::tools
