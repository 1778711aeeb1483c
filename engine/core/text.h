// Text helpers for parsing user input and quoting it in messages. ASCII only, independent of the
// locale.
//
// All folders share these helpers, models/format included, so this header includes nothing of the
// project.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace trivium::text {

inline constexpr std::string_view kBlanks = " \t\r\n\v\f";

constexpr bool is_blank(char c) noexcept { return kBlanks.find(c) != std::string_view::npos; }

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Returns `text` with its letters A to Z in lower case.
inline std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

/// True if the texts are equal, ignoring the case of letters.
inline bool same_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// Parses all of `text` as a decimal number: an optional '-' if the type is signed, no '+', no
/// blanks. A floating-point type also accepts exponents, "inf" and "nan", so callers must check the
/// range. Returns nothing if `text` is anything else or does not fit the type.
template <class Number>
std::optional<Number> parse_number(std::string_view text) noexcept {
  Number number{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Returns `text` without blanks at both ends.
constexpr std::string_view trimmed(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Returns the parts of `text` between the separators; at least one.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = text.find(separator); at != std::string_view::npos;
       at = text.find(separator)) {
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  parts.push_back(text);
  return parts;
}

/// Returns the texts of the elements of `range` with `separator` between them. `text_of` is a
/// function or a member that gives the text of an element.
template <class Range, class TextOf = std::identity>
std::string joined(const Range& range, std::string_view separator, const TextOf& text_of = {}) {
  std::string text;
  bool first = true;
  for (const auto& element : range) {
    if (!std::exchange(first, false)) text += separator;
    text += std::invoke(text_of, element);
  }
  return text;
}

/// Returns the enumerator of this name, or nothing. `names` are those of all enumerators, in order.
template <class Enum, class Names>
std::optional<Enum> named(const Names& names, std::string_view name) noexcept {
  const auto found = std::ranges::find(names, name);
  if (found == std::ranges::end(names)) return std::nullopt;
  return static_cast<Enum>(found - std::ranges::begin(names));
}

/// Removes leading blanks and the next word from `text`. Returns that word, or an empty one if
/// there is none.
constexpr std::string_view take_word(std::string_view& text) noexcept {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  const std::size_t end = std::min(text.find_first_of(kBlanks, first), text.size());
  const std::string_view word = text.substr(first, end - first);
  text.remove_prefix(end);
  return word;
}

/// Removes the first line from `text`. Returns that line without its line feed.
constexpr std::string_view take_line(std::string_view& text) noexcept {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

/// Returns the words of `text`, which blanks separate.
inline std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> words;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text))
    words.emplace_back(word);
  return words;
}

/// Returns `text` for one line of a message: at most `max_length` bytes, then "..." if there are
/// more, with '?' for each byte that is not printable ASCII.
inline std::string printable(std::string_view text, std::size_t max_length) {
  std::string shown(text.substr(0, max_length));
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > max_length) shown += "...";
  return shown;
}

/// Returns the message of an exception without a leading "[NAME] ", which nlohmann::json adds.
inline std::string_view without_exception_name(std::string_view what) noexcept {
  const std::size_t end = what.starts_with('[') ? what.find("] ") : std::string_view::npos;
  return end == std::string_view::npos ? what : what.substr(end + 2);
}

/// Returns printable() with `mark` before and after it.
inline std::string quoted(std::string_view text, std::size_t max_length, char mark = '\'') {
  std::string shown(1, mark);
  shown += printable(text, max_length);
  shown += mark;
  return shown;
}

/// Returns "1 hand", "2 hands", ... The plural is `one` with an "s".
template <class Number>
std::string counted(Number number, std::string_view one) {
  std::string text = std::to_string(number) + ' ';
  text += one;
  if (number != Number{1}) text += 's';
  return text;
}

/// Returns the length in bytes of the first character of `text` if it is UTF-8 and allowed in XML,
/// else 0.
inline std::size_t character_length(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  unsigned code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const unsigned minimum = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool character = code >= minimum && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) &&
                         code != 0xFFFE && code != 0xFFFF;
  return character ? length : 0;
}

/// Returns `text` as UTF-8. Bytes that are not UTF-8 are read as Latin-1.
inline std::string to_utf8(std::string_view text) {
  std::string read;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const std::size_t length = byte < 0x80 ? 1 : character_length(text);
    if (length == 0) {
      read += static_cast<char>(0xC0U | byte >> 6U);
      read += static_cast<char>(0x80U | (byte & 0x3FU));
    } else {
      read += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return read;
}

inline bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace trivium::text
