// Common part of every executable: --help, --version, exit statuses, top-level catch. `--generate
// man` and `--generate bash-completion` write the installed manual page and completion from the
// table of options.
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
  /// tools/manual/help_text.h.
  std::function<int(std::span<const std::string> words)> run;
};

/// Runs a program: `add_commands` registers its subcommands, whose callbacks store the exit status.
/// Command lines of `own` (may be null) go there instead.
/// Returns 0 for success, 1 for failure (Failure, LoadError, output that cannot be written,
/// unexpected exceptions) and 2 for bad usage. Errors are printed on stderr as "PROGRAM: PLACE:
/// MESSAGE". With --json they are also the last object of the output: {"error": {"code",
/// "message"}}.
int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(Command& app, int& status)>& add_commands,
                     const OwnCommand* own = nullptr);

/// Adds "; did you mean FILE?" to the error of a missing file if a file beside it has a similar
/// name.
Error with_suggestion(Error error);

/// Returns a word quoted for the shell.
std::string shell_word(std::string_view word);

}  // namespace trivium::tools
