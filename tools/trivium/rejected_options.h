// Rejects options that would have no effect, because they belong to the command before a
// subcommand.
#pragma once

#include <fmt/format.h>
#include <vector>

#include "tools/command.h"

namespace trivium::tools {

/// Makes it a usage error to combine options of `command` with a subcommand, which would ignore
/// them. Requires: the other options of `command` have been added.
inline void reject_options_before_subcommands(Command& command) {
  command.parse_complete_callback([&command] {
    const std::vector<const Command*> chosen = command.get_subcommands();
    if (chosen.empty()) return;
    for (const Option* option : command.get_options()) {
      if (option->count() == 0) continue;
      throw UsageError(option->get_name(),
                       fmt::format("has no effect before '{}'", chosen.front()->get_name()));
    }
  });
}

}  // namespace trivium::tools
