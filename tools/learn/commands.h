// The subcommands of `trivium-learn`, one file each: they turn options into a learner's parameters and its result into files.
// A callback stores the exit status: 0 success, 1 failure.
#pragma once

#include <cstddef>
#include <string>

#include "learning/harness/manifest.h"

namespace trivium::tools {

class Command;

void add_outcome(Command& app, int& status);
void add_draws(Command& app, int& status);
void add_playouts(Command& app, int& status);
void add_tdleaf(Command& app, int& status);
void add_selfplay(Command& app, int& status);
/// The game as a subcommand of `selfplay`.
void add_selfplay_connect6(Command& selfplay, int& status);
void add_selfplay_poker(Command& selfplay, int& status);
void add_btmm(Command& app, int& status);
void add_match(Command& app, int& status);
void add_games(Command& app, int& status);

/// This program, for manifests.
learning::ToolIdentity tool_identity();

/// Warns on stderr if a share above 0 holds out no item because there are too few. `option` is the
/// option as typed, "--held-out 0.1"; `items` includes the number, "20 games".
void warn_if_none_held_out(double share, std::size_t held_out, const std::string& option, const std::string& items);

}  // namespace trivium::tools
