// Text from outside in HTML, XML and SVG: names of players and files, whatever bytes they are made of.
//
// PGN is Latin-1 by its standard and mostly UTF-8 by custom, so a byte that is no UTF-8 is read as Latin-1. What XML has no way to write
// (most control characters) becomes U+FFFD.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trivium::learning {

/// Length in bytes of the character that `text` begins with, if that is UTF-8 and may stand in XML; else 0.
inline std::size_t character_length(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  unsigned code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const unsigned least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool character = code >= least && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) && code != 0xFFFE && code != 0xFFFF;
  return character ? length : 0;
}

/// `text` as it may stand between tags and in attributes; always UTF-8.
inline std::string escape_markup(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const char letter = text.front();
    const auto byte = static_cast<unsigned char>(letter);
    if (length == 0 && byte >= 0xA0) {
      safe += static_cast<char>(0xC0U | byte >> 6U);
      safe += static_cast<char>(0x80U | (byte & 0x3FU));
    } else if (length == 0) {
      safe += "\uFFFD";
    } else if (letter == '&') {
      safe += "&amp;";
    } else if (letter == '<') {
      safe += "&lt;";
    } else if (letter == '>') {
      safe += "&gt;";
    } else if (letter == '"') {
      safe += "&quot;";
    } else {
      safe += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return safe;
}

}  // namespace trivium::learning
