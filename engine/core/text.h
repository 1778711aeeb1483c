// Small helpers for reading what users wrote and for quoting it back in messages. ASCII only, whatever the locale.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace trivium::text {

inline constexpr std::string_view kBlanks = " \t\r\n\v\f";

constexpr bool is_blank(char c) noexcept { return kBlanks.find(c) != std::string_view::npos; }

/// The text without blanks at both ends.
constexpr std::string_view trimmed(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Takes the next word (no blanks inside) off the front of `text`; empty when there is none.
constexpr std::string_view take_word(std::string_view& text) noexcept {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  const std::size_t end = std::min(text.find_first_of(kBlanks, first), text.size());
  const std::string_view word = text.substr(first, end - first);
  text.remove_prefix(end);
  return word;
}

/// `text` fit for one line of a message: '?' for what is not printable ASCII, and "..." for what is past `longest` bytes.
inline std::string printable(std::string_view text, std::size_t longest) {
  std::string shown(text.substr(0, longest));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > longest) shown += "...";
  return shown;
}

/// printable() between single quotes.
inline std::string quoted(std::string_view text, std::size_t longest) {
  std::string shown(1, '\'');
  shown += printable(text, longest);
  shown += '\'';
  return shown;
}

}  // namespace trivium::text
