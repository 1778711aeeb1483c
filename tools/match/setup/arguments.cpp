#include "tools/match/setup/arguments.h"

#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::match {

namespace {

using format::LoadError;

constexpr std::size_t kMaxShown = 60;

/// True if a word begins a new flag: it starts with a dash and is no number.
bool is_flag(std::string_view word) {
  return word.size() > 1 && word.front() == '-' &&
         std::string_view("0123456789.").find(word[1]) == std::string_view::npos;
}

std::string without_dashes(std::string_view word) {
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  return std::string(word);
}

/// Place for messages: "-engine 2" if the flag can be repeated, "-sprt" otherwise.
std::string place_of(const FlagSpec& flag, std::string_view name, int count) {
  return flag.repeated ? fmt::format("-{} {}", name, count) : fmt::format("-{}", name);
}

// These functions throw format::LoadError.

/// Parses a word after a flag with keys.
Setting parse_setting(const FlagSpec& flag, const std::string& word, const std::string& place) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) {
    const KeySpec* const alone = find_key(flag, word);
    if (alone != nullptr && (alone->value.empty() || alone->value == "true|false"))
      return Setting{alone, word, "true", fmt::format("{}, {}", place, word)};
    if (alone == nullptr && !flag.bare_key.empty()) {
      return Setting{find_key(flag, flag.bare_key), std::string(flag.bare_key), word,
                     fmt::format("{}, {}", place, flag.bare_key)};
    }
    throw LoadError("match.setting.form", "{}: {} is not of the form KEY=VALUE", place,
                    shown(word));
  }
  const std::string name = word.substr(0, equals);
  return Setting{known_key(flag, name, place), name, word.substr(equals + 1),
                 fmt::format("{}, {}", place, text::printable(name, kMaxShown))};
}

/// Parses the words after a flag.
std::vector<Setting> parse_settings(const FlagSpec& flag, std::span<const std::string> words,
                                    const std::string& place) {
  std::vector<Setting> settings;
  if (flag.treatment != Treatment::kRead) return settings;
  if (flag.shape == FlagShape::kKeys) {
    // -pgnout and similar flags have their own default file
    if (words.empty() && flag.bare_key.empty())
      throw LoadError("match.setting.missing", "{}: needs {}", place, flag.value);
    for (const std::string& word : words) settings.push_back(parse_setting(flag, word, place));
    return settings;
  }
  const std::size_t maximum = flag.shape == FlagShape::kNothing ? 0 : 1;
  if (words.size() > maximum) {
    throw LoadError(
        "match.setting.extra",
        maximum == 0
            ? fmt::format("{}: takes no value, found {}", place, shown(words[0]))
            : fmt::format("{}: takes one value (in quotes where it has blanks), found {} too",
                          place, shown(words[1])));
  }
  if (words.empty() && flag.shape == FlagShape::kValue)
    throw LoadError("match.setting.missing", "{}: needs a value: {}", place, flag.value);
  if (!words.empty()) settings.push_back({nullptr, "", words[0], place});
  return settings;
}

}  // namespace

std::string shown(std::string_view text) { return text::quoted(text, kMaxShown); }

const KeySpec* known_key(const FlagSpec& flag, std::string_view name, const std::string& place) {
  if (const KeySpec* const key = find_key(flag, name)) return key;
  std::vector<std::string_view> names;
  for (const KeySpec& key : flag.keys) names.push_back(key.name);
  const std::string meant = text::suggestion(name, names);
  throw LoadError("match.setting.unknown", "{}: unknown key {}{}", place, shown(name),
                  meant.empty() ? fmt::format("; accepted: {}", fmt::join(names, ", ")) : meant);
}

const FlagSpec* known_flag(std::string_view name, std::string_view dash) {
  if (const FlagSpec* const flag = find_flag(name)) return flag;
  std::vector<std::string_view> names;
  for (const FlagGroup& group : flag_groups()) {
    for (const FlagSpec& flag : group.flags) names.push_back(flag.name);
  }
  const std::string unknown =
      fmt::format("{}{}: there is no such {}", dash, text::printable(name, kMaxShown),
                  dash.empty() ? "key" : "flag");
  const std::string_view meant = text::nearest_word(name, names);
  throw LoadError(
      "match.setting.unknown",
      meant.empty() ? unknown : fmt::format("{}; did you mean {}{}?", unknown, dash, meant));
}

Result<std::vector<Argument>> parse_arguments(std::span<const std::string> words) {
  return format::or_error([&] {
    std::vector<Argument> arguments;
    std::map<const FlagSpec*, int> counts;
    while (!words.empty()) {
      if (!is_flag(words[0]))
        throw LoadError("match.setting.form", "{}: a flag was expected, which begins with '-'",
                        shown(words[0]));
      const std::string name = without_dashes(words[0]);
      const FlagSpec* const flag = known_flag(name, "-");
      std::size_t end = 1;
      while (end < words.size() && !is_flag(words[end])) ++end;
      const std::string place = place_of(*flag, name, ++counts[flag]);
      arguments.push_back({flag, parse_settings(*flag, words.subspan(1, end - 1), place), place});
      words = words.subspan(end);
    }
    return arguments;
  });
}

}  // namespace trivium::match
