// The --help output of a command, from its command table.
#pragma once

#include <cstddef>
#include <string>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// Returns description, usage, arguments, options by group with their keys, subcommands and footer.
/// Lines longer than `columns` are wrapped at spaces; examples are not. Ends with a line end.
std::string help_text(const CommandEntry& command, std::size_t columns = 80);

}  // namespace trivium::tools
