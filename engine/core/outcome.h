// Outcome of a game between two sides, seen from one side.
#pragma once

#include <cstdint>

namespace trivium {

enum class Outcome : std::int8_t { kLoss = -1, kDraw = 0, kWin = 1 };

/// Returns the points of an outcome: 1 for a win, 0.5 for a draw, 0 for a loss.
constexpr double points_of(Outcome outcome) noexcept {
  return 0.5 * (1 + static_cast<int>(outcome));
}

/// Returns the same outcome seen from the other side.
constexpr Outcome opposite(Outcome outcome) noexcept {
  return static_cast<Outcome>(-static_cast<int>(outcome));
}

}  // namespace trivium
