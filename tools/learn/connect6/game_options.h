// Options of commands in which patterns play Connect-6: openings, length, board.
#pragma once

#include "learning/btmm/connect6/game_table.h"

namespace trivium::tools {

class Command;

/// Adds the options.
void add_game_options(Command& command, int& size, learning::btmm::GameOptions& options);
/// Throws UsageError if the maximum number of opening stones is below the minimum. Call it after
/// parsing.
void check_game_options(const learning::btmm::GameOptions& options);

}  // namespace trivium::tools
