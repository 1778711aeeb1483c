#include "tools/match/setup/setting_values.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::match {

namespace {

/// Maximum of waits and time limits: ten days.
constexpr std::int64_t kMaxMilliseconds = 864'000'000;

/// Parses a number, also with a '+' before it.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return text::parse_number<Number>(text);
}

}  // namespace

void fail(const std::string& place, std::string_view cause) {
  throw format::LoadError("match.setting.value", "{}: {}", place, cause);
}

std::int64_t whole_number(const Setting& setting, std::int64_t minimum, std::int64_t maximum) {
  const auto number = read_number<std::int64_t>(setting.value);
  if (!number || *number < minimum || *number > maximum) {
    fail(setting.place, fmt::format("{} is not a whole number from {} to {}", shown(setting.value),
                                    minimum, maximum));
  }
  return *number;
}

std::uint64_t natural_number(const Setting& setting, std::uint64_t minimum) {
  const auto number = read_number<std::uint64_t>(setting.value);
  if (!number || *number < minimum) {
    fail(setting.place,
         fmt::format("{} is not a whole number from {} on", shown(setting.value), minimum));
  }
  return *number;
}

double real_number(const Setting& setting, double minimum, double maximum) {
  const auto number = read_number<double>(setting.value);
  if (!number || !(*number >= minimum && *number <= maximum)) {
    fail(setting.place,
         fmt::format("{} is not a number from {} to {}", shown(setting.value), minimum, maximum));
  }
  return *number;
}

bool truth(const Setting& setting) {
  static constexpr auto kWords = std::to_array<std::pair<std::string_view, bool>>(
      {{"true", true}, {"false", false}, {"on", true}, {"off", false}});
  return choice(setting, kWords);
}

std::string line_of_text(const Setting& setting) {
  if (setting.value.empty()) fail(setting.place, "needs a value");
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; };
  if (std::ranges::any_of(setting.value, is_control))
    fail(setting.place, "must not contain control characters");
  return setting.value;
}

Milliseconds milliseconds(const Setting& setting) {
  return Milliseconds(whole_number(setting, 0, kMaxMilliseconds));
}

std::size_t which_word(const Setting& setting, std::span<const std::string_view> words) {
  const auto found = std::ranges::find(words, setting.value);
  if (found == words.end()) {
    fail(setting.place,
         fmt::format("{} is not one of {}{}", shown(setting.value), fmt::join(words, ", "),
                     text::suggestion(setting.value, words)));
  }
  return static_cast<std::size_t>(found - words.begin());
}

std::vector<std::string> shell_words(const Setting& setting) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;  // inside a word, maybe an empty one between quotes
  char quote = 0;
  for (std::size_t i = 0; i < setting.value.size(); ++i) {
    const char c = setting.value[i];
    if (c == '\0') fail(setting.place, "contains a NUL byte");
    if (quote == 0 && text::is_blank(c)) {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
      continue;
    }
    inside = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < setting.value.size()) {
      word += setting.value[++i];
    } else {
      word += c;
    }
  }
  if (quote != 0) fail(setting.place, fmt::format("the quote {} is not closed", quote));
  if (inside) words.push_back(word);
  return words;
}

}  // namespace trivium::match
