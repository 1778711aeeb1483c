// Outcome of a game between two sides, seen from one side.
#pragma once

#include <cstdint>

namespace trivium {

enum class Outcome : std::int8_t { kLoss = -1, kDraw = 0, kWin = 1 };

/// Returns the same outcome seen from the other side.
constexpr Outcome opposite(Outcome outcome) noexcept {
  return static_cast<Outcome>(-static_cast<int>(outcome));
}

}  // namespace trivium
