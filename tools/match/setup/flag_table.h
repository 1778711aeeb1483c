// The flags of a tournament as --help, the manual page and the completion want them.
#pragma once

#include "tools/manual/command_table.h"

namespace trivium::match {

/// The subcommand `run` of the program `program`. The footer names the flags that are ignored or refused.
tools::CommandEntry run_entry(const std::string& program);

}  // namespace trivium::match
