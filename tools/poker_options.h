// Options for poker games and policies, the same in every program.
#pragma once

#include <filesystem>
#include <string>

namespace trivium::poker {
struct GameDefinition;
}

namespace trivium::tools {

class Command;
class Option;

// Games that a command accepts, for add_game_option().

bool is_any_game(const poker::GameDefinition& game);
bool is_for_two(const poker::GameDefinition& game);
bool is_holdem_for_two(const poker::GameDefinition& game);
/// True for games for two that are smaller than hold'em, which exact methods can solve.
bool is_small_for_two(const poker::GameDefinition& game);

/// Adds the option (or, without dashes, the argument) `name`: a built-in game or a GAMEDEF file.
/// Help and completion list the built-in games for which `is_accepted` is true. The value is for
/// poker::game_named().
Option* add_game_option(Command& app, const std::string& name, std::string& game,
                        bool (*is_accepted)(const poker::GameDefinition& game) = is_any_game);

/// Returns the file that the value of this option names; empty for a built-in game.
std::filesystem::path game_file(const std::string& game);

/// Adds the option `name` ("--policy"). Its default is the value of `policy`; empty stands for the
/// game's default strategy, or rule if there is none. Help and completion list the kinds of
/// policies; `help` states the purpose. The value is for poker::policy_named().
Option* add_policy_option(Command& app, const std::string& name, const std::string& help,
                          std::string& policy);

/// Adds the option --policy.
inline Option* add_policy_option(Command& app, const std::string& help, std::string& policy) {
  return add_policy_option(app, "--policy", help, policy);
}

}  // namespace trivium::tools
