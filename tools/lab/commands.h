// The subcommands of `trivium-lab`, one source file each. Each function adds its subcommand and a
// callback. The callback runs the work and stores the exit status in `status`, which must outlive
// the command: 0 success, 1 failure, 2 bad usage.
#pragma once

namespace trivium::tools {

class Command;

void add_bandits(Command& app, int& status);
void add_chart(Command& app, int& status);
void add_ratings(Command& app, int& status);
// Subcommands of `poker`.
void add_poker_lbr(Command& poker, int& status);
void add_poker_match(Command& poker, int& status);
void add_poker_aivat(Command& poker, int& status);
void add_poker_curve(Command& poker, int& status);
void add_poker_exploitability(Command& poker, int& status);

}  // namespace trivium::tools
