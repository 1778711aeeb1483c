// What a numeric option takes, for CLI11.
//
// CLI::Range takes "nan", as no comparison with it holds, and where an option is unsigned CLI11 takes "-1" for 2^64 - 1 and so all that is
// larger: a typing error would be a run that learns nothing or does not end. These take none of it. Help, manual page and completion show
// the bounds.
#pragma once

#include <CLI/CLI.hpp>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "fmt/format.h"

#include "engine/core/text.h"

namespace trivium::tools {

/// As help and messages show it.
template <class T>
std::string shown(T number) {
  if constexpr (std::is_integral_v<T>) return fmt::format("{}", number);
  return fmt::format("{:g}", static_cast<double>(number));
}

/// What is wrong with `text` as a number from `least` to `most`, both included; empty if nothing is.
template <class T>
std::string fault_of_number(const std::string& text, T least, T most) {
  const std::optional<T> value = text::parse_number<T>(text);
  if (value && *value >= least && *value <= most) return {};
  return fmt::format("{} is not a {}number from {} to {}", text, std::is_integral_v<T> ? "whole " : "", shown(least), shown(most));
}

/// Numbers from `least` to `most`, both included.
template <class T>
CLI::Validator number_range(T least, T most) {
  return {[least, most](std::string& text) { return fault_of_number(text, least, most); },
          fmt::format("{} in [{} - {}]", CLI::detail::type_name<T>(), shown(least), shown(most))};
}

/// Whole numbers from 0 to the largest `T`: for seeds.
template <class T>
CLI::Validator any_natural_number() {
  static_assert(std::is_unsigned_v<T>);
  return {[](std::string& text) { return fault_of_number(text, T{0}, std::numeric_limits<T>::max()); }, "NONNEGATIVE"};
}

}  // namespace trivium::tools
