// The subcommands of `trivium`, one file each. A file adds its options to the program's Command,
// from which --help comes; the subcommand's callback runs the work and stores the exit status: 0
// success, 1 failure, 2 bad usage.
#pragma once

namespace trivium::tools {

class Command;

/// `uci`, `gtp`, and `trivium` without a subcommand: sessions on stdin and stdout.
void add_sessions(Command& app, int& status);
/// `serve` and `status`.
void add_serve(Command& app, int& status);
void add_acpc(Command& app, int& status);
void add_bench(Command& app, int& status);
/// `book make` and `book show`.
void add_book(Command& app, int& status);
void add_explain(Command& app, int& status);
/// `explain poker`; add_explain() adds it to `explain`.
void add_explain_poker(Command& explain, int& status);
/// `parameters chess` and `parameters connect6`.
void add_parameters(Command& app, int& status);
void add_perft(Command& app, int& status);
void add_solve(Command& app, int& status);
void add_weights(Command& app, int& status);
void add_doctor(Command& app, int& status);
void add_check(Command& app, int& status);

}  // namespace trivium::tools
