// How every program here is told which policy plays poker.
#pragma once

#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trivium::tools {

/// Adds --policy, whose default is what `policy` holds. Help and completion list the kinds there are; `help` says what the policy is for.
/// What is stored is for poker::policy_named().
CLI::Option* add_policy_option(CLI::App& app, const std::string& help, std::string& policy);

}  // namespace trivium::tools
