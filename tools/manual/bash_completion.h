// Completion of a program's command line in bash, written from its command table.
//
// The script needs bash 4.4 and nothing else; the bash-completion package only decides when it is
// loaded.
#pragma once

#include <string>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// Returns a script that completes subcommands, names of options and keys, the words that a value
/// may be, and file and folder names where the value is one; --option=VALUE as well as --option
/// VALUE.
std::string bash_completion(const CommandEntry& program);

}  // namespace trivium::tools
