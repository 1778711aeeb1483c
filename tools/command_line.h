// What every executable does around its subcommands: --help, --version, exit statuses, and the last catch. `--generate man` and
// `--generate bash-completion` write the manual page and the completion that are installed with it, from the same table of options.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace trivium::tools {

/// Runs a program: `add_commands` puts its subcommands into the application; their callbacks store the exit status.
/// Returns 0 success, 1 failure (LoadError, output that cannot be written and what nobody expected, said on stderr), 2 bad usage.
int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(CLI::App& app, int& status)>& add_commands);

}  // namespace trivium::tools
