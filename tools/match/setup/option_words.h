// The options of an engine as its description has them: names know no case, as in UCI.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// Whether both are the same option.
inline bool same_option(std::string_view a, std::string_view b) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

/// With how many threads an engine searches, as far as its option `Threads` tells; at least 1.
inline int searching_threads(const EngineSpec& spec) noexcept {
  int threads = 1;
  for (const auto& [name, value] : spec.options) {
    if (same_option(name, "Threads")) std::from_chars(value.data(), value.data() + value.size(), threads);
  }
  return std::max(threads, 1);
}

}  // namespace trivium::match
