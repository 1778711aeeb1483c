// Small strategies defined by a function.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "engine/poker/strategy/strategy.h"
#include "tests/engine/poker/strategy/betting_support.h"
#include "tests/engine/poker/strategy/strategy_tables.h"

namespace trivium::poker {

/// For strategy_file(): all actions are equally probable.
inline void all_alike(std::size_t, std::size_t, std::span<double> out) {
  std::ranges::fill(out, 1.0);
}

/// Betting abstraction with few raise sizes, for small trees.
inline constexpr std::string_view kFewBets = "50,100:100,all/100,all:all";

}  // namespace trivium::poker
