// How every program here is told which poker game is meant, and who plays it.
#pragma once

#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trivium::tools {

/// Adds the option (or, without dashes, the argument) `name`: a built-in game or a GAMEDEF file. Help and completion list the built-in
/// ones. What is stored is for poker::game_named().
CLI::Option* add_game_option(CLI::App& app, const std::string& name, std::string& game);

/// Adds the option `name` ("--policy"), whose default is what `policy` holds. Help and completion list the kinds there are; `help` says
/// what the policy is for. What is stored is for poker::policy_named().
CLI::Option* add_policy_option(CLI::App& app, const std::string& name, const std::string& help, std::string& policy);

/// The same for --policy.
inline CLI::Option* add_policy_option(CLI::App& app, const std::string& help, std::string& policy) {
  return add_policy_option(app, "--policy", help, policy);
}

}  // namespace trivium::tools
