// The flags of a tournament for --help, the manual page and the completion.
#pragma once

#include "tools/manual/command_table.h"

namespace trivium::match {

/// Subcommand `run` of the program `program`. The footer lists ignored and rejected flags.
tools::CommandEntry run_entry(const std::string& program);

}  // namespace trivium::match
