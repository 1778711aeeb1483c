// Searches texts such as messages and reports for expected parts.
#pragma once

#include <cstddef>
#include <string_view>

namespace trivium {

/// True if `part` occurs in `text`.
inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Returns how often `part` occurs in `text`, overlaps included.
inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

}  // namespace trivium
