// Options of commands in which patterns play Connect-6: openings, length, board, sharpness.
#pragma once

#include <string>

#include "learning/btmm/game_table.h"

namespace trivium::tools {

class Command;
class Option;

void add_game_options(Command& command, int& size, learning::btmm::GameOptions& options);
/// Throws UsageError if they contradict each other.
void check_game_options(const learning::btmm::GameOptions& options);
Option* add_sharpness(Command& command, const std::string& name, double& sharpness);

}  // namespace trivium::tools
