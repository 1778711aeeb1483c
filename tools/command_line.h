// What every executable does around its subcommands: --help, --version, exit statuses, and the last catch. `--generate man` and
// `--generate bash-completion` write the manual page and the completion that are installed with it, from the same table of options.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "tools/manual/command_table.h"

namespace trivium::tools {

class Command;

/// A subcommand with a syntax of its own, which CLI11 cannot parse.
struct OwnCommand {
  CommandEntry entry;
  /// Whether a command line is for it; for the words behind the program's name, of which there may be none.
  std::function<bool(std::span<const std::string> words)> takes;
  /// Runs it with the same words and returns the exit status. --help is its own affair too: tools/manual/help_text.h.
  std::function<int(std::span<const std::string> words)> run;
};

/// Runs a program: `add_commands` puts its subcommands into the application; their callbacks store the exit status.
/// What `own` takes goes there instead; it may be null.
/// Returns 0 for success, 1 for failure (Failure, LoadError, output that cannot be written,
/// unexpected exceptions) and 2 for bad usage. Errors are printed on stderr as "PROGRAM: PLACE:
/// MESSAGE". With --json they are also the last object of the output: {"error": {"code",
/// "message"}}.
int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(Command& app, int& status)>& add_commands, const OwnCommand* own = nullptr);

/// Adds "; did you mean FILE?" to the error of a missing file if a file beside it has a similar
/// name.
Error with_suggestion(Error error);

/// A word as a shell reads it back: in quotes.
std::string shell_word(std::string_view word);

}  // namespace trivium::tools
