// Small helpers for reading what users wrote and for quoting it back in messages. ASCII only, whatever the locale.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace trivium::text {

inline constexpr std::string_view kBlanks = " \t\r\n\v\f";

constexpr bool is_blank(char c) noexcept { return kBlanks.find(c) != std::string_view::npos; }

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether both are the same but for the case of letters.
inline bool same_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/// All of `text` as a decimal number of the type, '-' before it where the type has a sign, no '+', no blanks; nothing where it is anything
/// else or out of range.
template <class Number>
std::optional<Number> parse_number(std::string_view text) noexcept {
  Number number{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

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

/// "1 hand", "2 hands". The plural of `one` has an s.
template <class Number>
std::string counted(Number number, std::string_view one) {
  std::string text = std::to_string(number) + ' ';
  text += one;
  if (number != Number{1}) text += 's';
  return text;
}

}  // namespace trivium::text
