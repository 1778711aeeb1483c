// The subcommands of `trivium`, one file each. A file adds its options to the CLI11 application, from which --help comes; the
// subcommand's callback runs the work and stores the exit status: 0 success, 1 failure, 2 bad usage.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

/// `uci`, `gtp`, and what plain `trivium` does: speak on stdin and stdout.
void add_sessions(CLI::App& app, int& status);
/// `serve` and `status`.
void add_serve(CLI::App& app, int& status);
void add_acpc(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
/// `book make` and `book show`.
void add_book(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
/// `explain poker`, put into `explain` by add_explain().
void add_explain_poker(CLI::App& explain, int& status);
/// `parameters chess` and `parameters connect6`.
void add_parameters(CLI::App& app, int& status);
void add_perft(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_weights(CLI::App& app, int& status);
void add_doctor(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);

}  // namespace trivium::tools
