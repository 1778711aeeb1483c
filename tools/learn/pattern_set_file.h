// Pattern sets of the value of --patterns: the name of a built-in set, or a file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/core/readers/input_file.h"
#include "models/format/load_error.h"

namespace trivium::tools {

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
    throw format::LoadError("patterns.unknown", "--patterns: {}, and there is no such file",
                            unknown.message);
  }
  return format::or_throw(Set::parse(format::or_throw(input::read_text(name, kMaxDefinition))),
                          name);
}

}  // namespace trivium::tools
