// Parses the values of settings into numbers, words and paths. Errors name the place of the
// setting.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/limits.h"
#include "tools/match/setup/arguments.h"

namespace trivium::match {

/// Throws format::LoadError: "-rounds: needs ...".
[[noreturn]] void fail(const std::string& place, std::string_view cause);

// The following functions throw format::LoadError if the value of `setting` is invalid.

/// Return a number from `minimum` to `maximum`, or from `minimum` on.
std::int64_t whole_number(const Setting& setting, std::int64_t minimum, std::int64_t maximum);
std::uint64_t natural_number(const Setting& setting, std::uint64_t minimum);
double real_number(const Setting& setting, double minimum, double maximum);
/// Accepts true or false, on or off.
bool truth(const Setting& setting);
/// Returns a nonempty text without control characters.
std::string line_of_text(const Setting& setting);
/// Returns a whole number of milliseconds, from 0.
Milliseconds milliseconds(const Setting& setting);

/// Returns the index of the value in `words`.
std::size_t which_word(const Setting& setting, std::span<const std::string_view> words);

/// Returns the choice whose word is the value.
template <class Choice, std::size_t kCount>
Choice choice(const Setting& setting,
              const std::array<std::pair<std::string_view, Choice>, kCount>& choices) {
  std::array<std::string_view, kCount> words;
  for (std::size_t i = 0; i < kCount; ++i) words[i] = choices[i].first;
  return choices[which_word(setting, words)].second;
}

/// Splits a command line as a shell does: by blanks, with single and double quotes and backslashes.
/// Throws format::LoadError if a quote is not closed.
std::vector<std::string> shell_words(const Setting& setting);

}  // namespace trivium::match
