// The subcommands of `trivium-lab`, one source file each. Each function adds its subcommand and a
// callback, which runs the work. The exit status is 0 unless the callback throws.
#pragma once

namespace trivium::tools {

class Command;

void add_bandits(Command& app);
void add_chart(Command& app);
void add_ratings(Command& app);
// Subcommands of `poker`.
void add_poker_lbr(Command& poker);
void add_poker_match(Command& poker);
void add_poker_aivat(Command& poker);
void add_poker_curve(Command& poker);
void add_poker_exploitability(Command& poker);

}  // namespace trivium::tools
