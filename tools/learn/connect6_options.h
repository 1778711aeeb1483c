// Options that the commands share in which gammas play Connect-6: openings, length, board, how sharply stones are chosen.
#pragma once

#include <string>

#include "learning/btmm/game_table.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trivium::tools {

void add_game_options(CLI::App& command, int& size, learning::btmm::GameOptions& options);
/// Throws CLI::ValidationError where they contradict each other.
void check_game_options(const learning::btmm::GameOptions& options);
CLI::Option* add_sharpness(CLI::App& command, const std::string& name, double& sharpness);

}  // namespace trivium::tools
