// Named search parameters, so that command lines, matches and tuners can override the defaults.
//
// Each game keeps its parameters in a struct of ints, with a table of names and ranges. This file
// parses the text that changes them.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"

namespace trivium {

/// One parameter: a member of the struct `Numbers`, with its minimum and its maximum.
template <class Numbers>
struct Parameter {
  std::string_view name;
  int Numbers::*field;
  int minimum;
  int maximum;
};

/// A parameter that was removed, with the value that gives the present behavior.
struct RetiredParameter {
  std::string_view name;
  int value;
};

/// Returns `defaults` with the changes of "NAME=VALUE,NAME=VALUE" applied in order. The error names
/// what is wrong and what is accepted.
template <class Numbers>
Result<Numbers> parse_parameters(std::span<const Parameter<Numbers>> table, std::string_view text,
                                 const Numbers& defaults,
                                 std::span<const RetiredParameter> retired = {}) {
  constexpr auto name_of = &Parameter<Numbers>::name;
  Numbers numbers = defaults;
  while (!text.empty()) {
    const std::string_view assignment = text.substr(0, text.find(','));
    text.remove_prefix(std::min(assignment.size() + 1, text.size()));
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    const std::string_view name = assignment.substr(0, equals);
    const auto entry = std::ranges::find(table, name, name_of);
    const std::string_view number =
        equals == assignment.size() ? std::string_view() : assignment.substr(equals + 1);
    if (const auto gone = std::ranges::find(retired, name, &RetiredParameter::name);
        gone != retired.end()) {
      if (number == std::to_string(gone->value)) continue;
      return Error{"search.parameter.retired",
                   "search parameters: " + std::string(name) + " was removed; only its value " +
                       std::to_string(gone->value) + " is still accepted"};
    }
    if (entry == table.end()) {
      return Error{"search.parameter.unknown", "search parameters: " + text::quoted(name, 40) +
                                                   " is unknown; use NAME=VALUE,NAME=VALUE with " +
                                                   text::joined(table, ", ", name_of) +
                                                   text::suggestion(name, table, name_of)};
    }
    const auto value = text::parse_number<int>(number);
    if (!value || *value < entry->minimum || *value > entry->maximum) {
      return Error{"search.parameter.range",
                   "search parameters: " + std::string(name) + " is a whole number from " +
                       std::to_string(entry->minimum) + " to " + std::to_string(entry->maximum) +
                       ", found " + text::quoted(number, 20)};
    }
    numbers.*(entry->field) = *value;
  }
  return numbers;
}

}  // namespace trivium
