// Completion of a program's command line in bash, generated from its command table.
//
// The script needs bash 4.4 and nothing else; the bash-completion package only decides when it is
// loaded.
#pragma once

#include <string>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// Returns a script that completes subcommands, names of options and keys, and values: their words,
/// or names of files and folders. It completes --option=VALUE and --option VALUE.
std::string bash_completion(const CommandEntry& program);

}  // namespace trivium::tools
