// The options of an engine as its description has them: names know no case, as in UCI.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/core/text.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// With how many threads an engine searches, as far as its option `Threads` tells; at least 1.
inline int searching_threads(const EngineSpec& spec) noexcept {
  int threads = 1;
  for (const auto& [name, value] : spec.options) {
    if (text::same_ignoring_case(name, "Threads")) threads = text::parse_number<int>(value).value_or(threads);
  }
  return std::max(threads, 1);
}

}  // namespace trivium::match
