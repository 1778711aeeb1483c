// The option --pattern-set: the name of a built-in set of patterns, or a file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/core/readers/input_file.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"

namespace trivium::tools {

/// Adds --pattern-set: which patterns are learned. `values`: "paper-1|FILE".
inline Option* add_pattern_set(Command& command, std::string& name, const std::string& help,
                               const std::string& values) {
  return command.add_option("--pattern-set", name, help)
      ->type_name(values)
      ->old_name("--patterns")
      ->group(kModelGroup);
}

/// True if `name` is a built-in set. `Set` is the PatternSet of a game.
template <class Set>
bool is_built_in(const std::string& name) {
  const auto names = Set::names();
  return std::ranges::find(names, name) != names.end();
}

/// Returns the pattern set of that name or file. Throws format::LoadError.
template <class Set>
Set patterns_named(const std::string& name) {
  constexpr std::uint64_t kMaxDefinition = 65'536;
  if (is_built_in<Set>(name)) return *Set::named(name);
  if (!std::filesystem::exists(name)) {
    const Error unknown = Set::named(name).error();
    throw format::LoadError("patterns.unknown", "--pattern-set: {}, and there is no such file",
                            unknown.message);
  }
  return format::or_throw(Set::parse(format::or_throw(input::read_text(name, kMaxDefinition))),
                          name);
}

}  // namespace trivium::tools
