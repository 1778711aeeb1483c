// The subcommands of `trivium-lab`, one file each. A callback stores the exit status: 0 success, 1 failure, 2 bad usage.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_bandits(CLI::App& app, int& status);
void add_poker(CLI::App& app, int& status);
/// The subcommands of `poker`.
void add_poker_lbr(CLI::App& poker, int& status);
void add_poker_match(CLI::App& poker, int& status);
void add_poker_aivat(CLI::App& poker, int& status);
void add_poker_curve(CLI::App& poker, int& status);
void add_poker_exploitability(CLI::App& poker, int& status);

}  // namespace trivium::tools
