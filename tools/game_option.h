// How every program here is told which poker game is meant: a built-in name or a GAMEDEF file.
#pragma once

#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trivium::tools {

/// Adds the option (or, without dashes, the argument) `name`. Help and completion list the built-in games. What is stored is for
/// poker::game_named().
CLI::Option* add_game_option(CLI::App& app, const std::string& name, std::string& game);

}  // namespace trivium::tools
