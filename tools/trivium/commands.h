// The subcommands of `trivium`. Each function adds its subcommands with their options, which --help
// lists, and a callback, which runs the work. The exit status is 0 unless the callback throws, for
// example a Failure or Finished (tools/command.h).
#pragma once

namespace trivium::server {
struct ServeOptions;
struct ServerConfig;
}  // namespace trivium::server

namespace trivium::tools {

class Command;

/// Adds `uci`, `gtp`, and `trivium` without a subcommand: sessions on stdin and stdout.
void add_sessions(Command& app);
void add_play(Command& app);
/// Adds `serve` and `status`.
void add_serve(Command& app);
/// Serves all games until the end of server::serve(). Throws Failure.
void serve_games(const server::ServerConfig& config, const server::ServeOptions& options);
void add_acpc(Command& app);
void add_bench(Command& app);
/// Adds `bench bandits`: time to draw a gamma variate, and time of a round of each best-arm method.
/// Called by add_bench(), as the next two.
void add_bench_bandits(Command& bench);
/// Adds `bench hands`: speed of seven-card hand ranking, with hands in memory.
void add_bench_hands(Command& bench);
/// Adds `bench connect6-tactics`: speed of updating the line tables of Connect-6, and of finding
/// threats.
void add_bench_tactics(Command& bench);
/// Adds `book make` and `book show`.
void add_book(Command& app);
void add_explain(Command& app);
/// Adds `explain poker`; called by add_explain().
void add_explain_poker(Command& explain);
/// Adds `parameters chess`, `parameters connect6` and `parameters reversi`.
void add_parameters(Command& app);
void add_perft(Command& app);
/// Adds `solve connect6` and `solve reversi`.
void add_solve(Command& app);
/// Adds `solve reversi`; called by add_solve().
void add_solve_reversi(Command& solve);
/// Adds `review chess`, `review connect6`, `review poker` and `review reversi`.
void add_review(Command& app);
void add_weights(Command& app);
void add_doctor(Command& app);
void add_check(Command& app);

}  // namespace trivium::tools
