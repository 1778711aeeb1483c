// The user's settings of a tournament as a list of flags that are not interpreted yet. Command
// lines (parsed here) and JSON descriptions (description_json.h) both give such a list;
// description.h makes a tournament of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/flags.h"

namespace trivium::match {

/// One KEY=VALUE of a flag, or the value of a flag without keys.
struct Setting {
  const KeySpec* key = nullptr;  ///< row of flags.h; nullptr for the value of a flag without keys
  std::string name;              ///< name of the key as written: "option.Hash"; empty without a key
  std::string value;             ///< "true" for a key without value
  std::string place;             ///< for messages: "-engine 2, tc", "engines[1].tc"
};

/// A flag with its settings.
struct Argument {
  const FlagSpec* flag = nullptr;  ///< row of flags.h
  std::vector<Setting> settings;   ///< empty if nothing follows the flag, or if it is not read
  std::string place;               ///< for messages: "-engine 2", "engines[1]"
};

/// Returns a user's text for messages: in quotes, printable, and shortened if it is long.
std::string shown(std::string_view text);

/// Groups the words of a command line by flags, which begin with one dash or two; a negative number
/// is not a flag. Checks the names of flags and keys, but no values. The error names the flag and,
/// for a misspelled one, the nearest accepted name.
Result<std::vector<Argument>> parse_arguments(std::span<const std::string> words);

/// Finds the key `name` of `flag`. Throws format::LoadError if there is none; the message names
/// `place` and the nearest accepted key.
const KeySpec* known_key(const FlagSpec& flag, std::string_view name, const std::string& place);
/// Finds the flag `name`. Throws format::LoadError if there is none; the message names the nearest
/// accepted flag. `dash` is written before names in it: "-" for a command line, empty for JSON,
/// where flags are called keys.
const FlagSpec* known_flag(std::string_view name, std::string_view dash);

}  // namespace trivium::match
