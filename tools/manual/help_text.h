// What --help prints of a command that CLI11 does not parse, from its command table.
#pragma once

#include <cstddef>
#include <string>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// In the form that CLI11 gives the others: description, usage, options with their keys and texts, footer. Lines are broken at blanks where
/// they would be longer than `columns`. Ends with a line end.
std::string help_text(const CommandEntry& command, std::size_t columns = 100);

}  // namespace trivium::tools
