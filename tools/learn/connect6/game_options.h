// Options of commands in which patterns play Connect-6: openings, length, board, sharpness.
#pragma once

#include <string>

#include "learning/btmm/connect6/game_table.h"

namespace trivium::tools {

class Command;
class Option;

/// Adds the options.
void add_game_options(Command& command, int& size, learning::btmm::GameOptions& options);
/// Throws UsageError if the maximum number of opening stones is below the minimum. Call it after
/// parsing.
void check_game_options(const learning::btmm::GameOptions& options);
/// Adds the option `name`: the power that pattern strengths are raised to before a stone is
/// sampled.
Option* add_sharpness(Command& command, const std::string& name, double& sharpness);

}  // namespace trivium::tools
