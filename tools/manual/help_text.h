// What --help prints of a command, from its command table.
#pragma once

#include <cstddef>
#include <string>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// Description, usage, arguments, options with their keys, subcommands, footer. Lines are broken at blanks where they would be longer than
/// `columns`. Ends with a line end.
std::string help_text(const CommandEntry& command, std::size_t columns = 100);

}  // namespace trivium::tools
