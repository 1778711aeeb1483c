// The subcommands of `trivium`. Each function adds its subcommands with their options, which --help
// lists, and a callback. The callback runs the work and stores the exit
// status in `status`, which must outlive the command: 0 success, 1 failure, 2 bad usage.
#pragma once

namespace trivium::server {
struct ServeOptions;
struct ServerConfig;
}  // namespace trivium::server

namespace trivium::tools {

class Command;

/// Adds `uci`, `gtp`, and `trivium` without a subcommand: sessions on stdin and stdout.
void add_sessions(Command& app, int& status);
void add_play(Command& app, int& status);
/// Adds `serve` and `status`.
void add_serve(Command& app, int& status);
/// Serves all games until the end of server::serve() and returns the exit status. Throws Failure.
int serve_games(const server::ServerConfig& config, const server::ServeOptions& options);
void add_acpc(Command& app, int& status);
void add_bench(Command& app, int& status);
/// Adds `bench bandits`: time to draw a gamma variate, and time of a round of each best-arm method.
/// Called by add_bench(), as the next two.
void add_bench_bandits(Command& bench, int& status);
/// Adds `bench hands`: speed of seven-card hand ranking, with hands in memory.
void add_bench_hands(Command& bench, int& status);
/// Adds `bench connect6-tactics`: speed of updating the line tables of Connect-6, and of finding
/// threats.
void add_bench_tactics(Command& bench, int& status);
/// Adds `book make` and `book show`.
void add_book(Command& app, int& status);
void add_explain(Command& app, int& status);
/// Adds `explain poker`; called by add_explain().
void add_explain_poker(Command& explain, int& status);
/// Adds `parameters chess`, `parameters connect6` and `parameters reversi`.
void add_parameters(Command& app, int& status);
void add_perft(Command& app, int& status);
/// Adds `solve connect6` and `solve reversi`.
void add_solve(Command& app, int& status);
/// Adds `solve reversi`; called by add_solve().
void add_solve_reversi(Command& solve, int& status);
/// Adds `review chess`, `review connect6`, `review poker` and `review reversi`.
void add_review(Command& app, int& status);
void add_weights(Command& app, int& status);
void add_doctor(Command& app, int& status);
void add_check(Command& app, int& status);

}  // namespace trivium::tools
