// Common part of every program's main(): --help, --version, exit statuses, and a handler of all
// exceptions. `--generate man` and `--generate bash-completion` print the manual page and the
// completion that are installed; both are made from the table of options.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "tools/manual/command_table.h"

namespace trivium::tools {

class Command;

/// A subcommand with its own syntax, which CLI11 cannot parse.
struct OwnCommand {
  CommandEntry entry;
  /// Returns whether the words after the program's name (maybe none) are for it.
  std::function<bool(std::span<const std::string> words)> takes;
  /// Runs it with these words and returns the exit status. It handles --help itself:
  /// tools/manual/writers.h.
  std::function<int(std::span<const std::string> words)> run;
};

/// Runs a program: `add_commands` registers its subcommands. Their exit status is 0 unless their
/// callbacks throw Finished with another. A command line that `own` (may be null) takes is passed
/// to own->run() instead. Returns the status of the subcommand or of own->run(); after an exception
/// 2 for bad usage, else 1 or the status of a Failure. Output that cannot be written makes it at
/// least 1. Prints errors on stderr as "PROGRAM: PLACE: MESSAGE". With --json
/// they are also the last object on standard output: {"error": {"code", "message"}}. If `message`
/// is not null, it is set to the message of the error, without the program's name.
int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(Command& app)>& add_commands,
                     const OwnCommand* own = nullptr, std::string* message = nullptr);

/// Adds "; did you mean FILE?" to the error of a missing file if a file beside it has a similar
/// name.
Error with_suggestion(Error error);

}  // namespace trivium::tools
