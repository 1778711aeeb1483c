// Descriptions of tournaments from command lines, for tests.
#pragma once

#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "tools/match/setup/description.h"

namespace trivium::match {

/// Reads the words of a command line.
inline Result<Description> described(const std::vector<std::string>& list) {
  const auto arguments = parse_arguments(list);
  if (!arguments) return arguments.error();
  return describe(*arguments);
}

/// Reads a command line without quotes, which must be right.
inline Description description(std::string_view line) {
  Result<Description> result = described(text::words(line));
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message));
  return *std::move(result);
}

/// Returns the message of its error; empty if it is right.
inline std::string fault(std::string_view line) {
  const Result<Description> result = described(text::words(line));
  return result ? "" : result.error().message;
}

/// Two complete engines.
inline constexpr std::string_view kTwo = "-engine cmd=a tc=10+0.1 -engine cmd=b tc=10+0.1 ";

// The same for a command line after the two engines.
inline Description with_two(std::string_view line) {
  return description(std::string(kTwo) + std::string(line));
}
inline std::string fault_with_two(std::string_view line) {
  return fault(std::string(kTwo) + std::string(line));
}

}  // namespace trivium::match
