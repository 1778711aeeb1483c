// What a user said of a tournament, flag by flag, before anybody knows what it comes to. Command lines (here) and JSON descriptions
// (description_json.h) both give it; description.h makes a tournament of it.
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
  const KeySpec* key = nullptr;  ///< in flags.h; nullptr for the value of a flag without keys
  std::string name;              ///< of the key, as it was written: "option.Hash"; empty without one
  std::string value;             ///< "true" where a key stands alone
  std::string place;             ///< for messages: "-engine 2, tc", "engines[1].tc"
};

struct Argument {
  const FlagSpec* flag = nullptr;  ///< in flags.h
  std::vector<Setting> settings;   ///< none where nothing follows the flag, or it is not read
  std::string place;               ///< for messages: "-engine 2", "engines[1]"
};

/// A user's text between quotes, short and printable.
std::string shown(std::string_view text);

/// Groups the words of a command line by its flags, which begin with one dash or two; a number below zero is none. Names of flags and keys
/// are checked, values are not. The error names the flag and, for a misspelt one, the nearest that there is.
Result<std::vector<Argument>> parse_arguments(std::span<const std::string> words);

/// The key of `flag` that is called `name`. The error names `place` and the nearest key that there is.
Result<const KeySpec*> known_key(const FlagSpec& flag, std::string_view name, const std::string& place);
/// The flag that is called `name`. The error names `place` ("" for none; `dash` stands before names) and the nearest flag that there is.
Result<const FlagSpec*> known_flag(std::string_view name, std::string_view dash);

}  // namespace trivium::match
