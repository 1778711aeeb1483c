// Helpers for the sources that include CLI11's header: option.cpp, command.cpp and application.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::tools {

/// Name in the help of a value that may be any text.
constexpr std::string_view kAnyWord = "TEXT";
constexpr const char* kVersionFlag = "--version";

/// Returns all names of an option, with their dashes.
inline std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// Returns the name of an option for messages: the long one if there is one, with its dashes; for a
/// positional argument its name alone.
inline std::string first_name(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  return "-" + option.get_snames().front();
}

}  // namespace trivium::tools
