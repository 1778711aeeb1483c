// Options of commands that play Connect-6: length of games; for games of patterns also openings and
// board.
#pragma once

#include "learning/btmm/connect6/game_table.h"

namespace trivium::tools {

class Command;
class Option;

/// Adds --longest: the number of stones after which a game is a draw.
Option* add_longest(Command& command, int& stones);
/// Adds the options.
void add_game_options(Command& command, int& size, learning::btmm::GameOptions& options);
/// Throws UsageError if the maximum number of opening stones is below the minimum. Call it after
/// parsing.
void check_game_options(const learning::btmm::GameOptions& options);

}  // namespace trivium::tools
