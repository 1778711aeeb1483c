// Escapes untrusted text for HTML, XML and SVG: names of players and files, with any bytes.
//
// PGN is Latin-1 by its standard and mostly UTF-8 in practice, so bytes 0xA0 to 0xFF that are not
// UTF-8 are read as Latin-1. Characters that XML does not allow (most control characters) become
// U+FFFD.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/core/text.h"

namespace trivium::learning::charts {

/// Returns `text` escaped for use between tags and in quoted attributes; always valid UTF-8.
inline std::string escape_markup(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = text::character_length(text);
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

}  // namespace trivium::learning::charts
