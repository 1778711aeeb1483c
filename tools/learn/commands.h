// The subcommands of `trivium-learn`, one file each: they turn options into a learner's parameters and its result into files.
// A callback stores the exit status: 0 success, 1 failure.
#pragma once

#include <string>

#include "learning/harness/manifest.h"

namespace CLI {
class App;
}

namespace trivium::tools {

void add_published(CLI::App& app, int& status);
void add_outcome(CLI::App& app, int& status);
void add_draws(CLI::App& app, int& status);
void add_playouts(CLI::App& app, int& status);
void add_tdleaf(CLI::App& app, int& status);
void add_selfplay(CLI::App& app, int& status);
/// The game as a subcommand of `selfplay`.
void add_selfplay_connect6(CLI::App& selfplay, int& status);
void add_selfplay_poker(CLI::App& selfplay, int& status);
void add_btmm(CLI::App& app, int& status);
void add_match(CLI::App& app, int& status);
void add_games(CLI::App& app, int& status);

/// This program, for manifests.
learning::ToolIdentity tool_identity();

}  // namespace trivium::tools
