// The user's settings of a tournament as a list of flags, not yet interpreted. Command lines (here)
// and JSON descriptions (description_json.h) both produce it; description.h makes a tournament of
// it.
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

struct Argument {
  const FlagSpec* flag = nullptr;  ///< row of flags.h
  std::vector<Setting> settings;   ///< empty if nothing follows the flag or it is not read
  std::string place;               ///< for messages: "-engine 2", "engines[1]"
};

/// Quotes a user's text, shortened and printable.
std::string shown(std::string_view text);

/// Groups the words of a command line by flags, which begin with one dash or two; negative numbers
/// are no flags. Checks names of flags and keys, not values. The error names the flag and, for a
/// misspelled one, the nearest accepted name.
Result<std::vector<Argument>> parse_arguments(std::span<const std::string> words);

/// Finds the key `name` of `flag`. The error names `place` and the nearest accepted key.
Result<const KeySpec*> known_key(const FlagSpec& flag, std::string_view name,
                                 const std::string& place);
/// Finds the flag `name`. The error names `place` (may be empty) and the nearest accepted flag;
/// `dash` is written before names.
Result<const FlagSpec*> known_flag(std::string_view name, std::string_view dash);

}  // namespace trivium::match
