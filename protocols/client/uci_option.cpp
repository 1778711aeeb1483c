#include "protocols/client/uci_option.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "engine/core/text.h"

namespace trivium::client {

namespace {

using Type = UciOption::Type;

constexpr std::size_t kShownOption = 60;

constexpr auto kTypes =
    std::to_array<std::pair<std::string_view, Type>>({{"check", Type::kCheck},
                                                      {"spin", Type::kSpin},
                                                      {"combo", Type::kCombo},
                                                      {"button", Type::kButton},
                                                      {"string", Type::kString}});

/// Removes everything up to the next of `keywords` (as a whole word) or the end from `rest` and
/// returns it.
template <std::size_t kCount>
std::string_view take_until(std::string_view& rest,
                            const std::array<std::string_view, kCount>& keywords) {
  const std::string_view all = rest;
  std::string_view ahead = rest;
  while (!ahead.empty()) {
    rest = ahead;
    const std::string_view word = text::take_word(ahead);
    if (std::ranges::find(keywords, word) != keywords.end())
      return text::trimmed(all.substr(0, all.size() - rest.size()));
  }
  rest = {};
  return text::trimmed(all);
}

}  // namespace

Result<UciOption> parse_uci_option(std::string_view line) {
  static constexpr std::array<std::string_view, 1> kAfterName{"type"};
  static constexpr std::array<std::string_view, 4> kAfterType{"default", "min", "max", "var"};
  std::string_view rest = line;
  text::take_word(rest);
  if (text::take_word(rest) != "name")
    return Error{"client.option.name", "option: 'name' is missing"};
  UciOption option;
  option.name = take_until(rest, kAfterName);
  if (option.name.empty()) return Error{"client.option.name", "option: its name is missing"};
  const std::string place = "option " + text::printable(option.name, kShownOption);
  if (text::take_word(rest) != "type")
    return Error{"client.option.type", place + ": 'type' is missing"};
  const std::string_view type = text::take_word(rest);
  const auto known =
      std::ranges::find_if(kTypes, [&](const auto& entry) { return entry.first == type; });
  if (known == kTypes.end())
    return Error{"client.option.type",
                 fmt::format("{}: unknown type {}", place, text::quoted(type, kShownOption))};
  option.type = known->second;

  for (std::string_view key = text::take_word(rest); !key.empty(); key = text::take_word(rest)) {
    // Text may contain any word.
    const std::string_view value = option.type == Type::kString
                                       ? text::trimmed(std::exchange(rest, {}))
                                       : take_until(rest, kAfterType);
    if (key == "default") {
      option.initial = value;
    } else if (key == "var") {
      option.choices.emplace_back(value);
    } else if (key == "min" || key == "max") {
      std::optional<std::int64_t>& bound = key == "min" ? option.min : option.max;
      bound = text::parse_number<std::int64_t>(value);
      if (!bound)
        return Error{"client.option.number",
                     fmt::format("{}: '{}' is not a whole number: {}", place, key,
                                 text::quoted(value, kShownOption))};
    } else {
      return Error{"client.option.word",
                   fmt::format("{}: unknown word {}", place, text::quoted(key, kShownOption))};
    }
  }
  return option;
}

std::optional<std::string> objection(const UciOption& option, std::string_view value) {
  const std::string shown = text::quoted(value, kShownOption);
  const std::string name = text::printable(option.name, kShownOption);
  switch (option.type) {
    case Type::kCheck:
      if (value == "true" || value == "false") return std::nullopt;
      return fmt::format("{}: {} is neither true nor false", name, shown);
    case Type::kSpin: {
      const std::optional<std::int64_t> number = text::parse_number<std::int64_t>(value);
      if (!number) return fmt::format("{}: {} is not a whole number", name, shown);
      if (option.min && *number < *option.min)
        return fmt::format("{}: {} is below its minimum {}", name, *number, *option.min);
      if (option.max && *number > *option.max)
        return fmt::format("{}: {} is above its maximum {}", name, *number, *option.max);
      return std::nullopt;
    }
    case Type::kCombo: {
      const auto same = [&](const std::string& choice) {
        return text::same_ignoring_case(choice, value);
      };
      if (std::ranges::any_of(option.choices, same)) return std::nullopt;
      return fmt::format("{}: {} is not one of its choices", name, shown);
    }
    case Type::kButton:
      return value.empty()
                 ? std::nullopt
                 : std::optional(fmt::format("{}: a button takes no value, found {}", name, shown));
    case Type::kString:
      break;
  }
  return std::nullopt;
}

}  // namespace trivium::client
