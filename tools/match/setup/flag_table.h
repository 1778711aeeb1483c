// The flags of a tournament for --help, the manual page and the completion.
#pragma once

#include "tools/manual/command_table.h"

namespace trivium::match {

/// Returns the table of the subcommand `run` of `program`. Its footer lists ignored and rejected
/// flags.
tools::CommandEntry run_entry(const std::string& program);

}  // namespace trivium::match
