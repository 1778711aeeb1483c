// The flags of a tournament as --help, the manual page and the completion want them.
#pragma once

#include "tools/manual/command_table.h"

namespace trivium::match {

/// The subcommand `run` of the program `program`. Flags that are understood but not read are named in the footer, with what becomes of
/// them.
tools::CommandEntry run_entry(const std::string& program);

}  // namespace trivium::match
