// The four ways in which a line runs across the board: what makes six in a row, windows and patterns all look along them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trivium::connect6 {

/// Which way a line runs: `kRow` along growing columns, `kColumn` along growing rows, `kRising` along both, `kFalling` along growing
/// columns and falling rows. That way is ahead, the other behind.
enum class Direction : std::uint8_t { kRow, kColumn, kRising, kFalling };
inline constexpr std::array kAllDirections = {Direction::kRow, Direction::kColumn, Direction::kRising, Direction::kFalling};

/// By direction, as pattern sets and explanations call them.
inline constexpr std::array<std::string_view, kAllDirections.size()> kDirectionNames = {"row", "column", "rising", "falling"};
constexpr std::string_view direction_name(Direction direction) noexcept { return kDirectionNames[static_cast<std::size_t>(direction)]; }

struct Step {
  int columns;
  int rows;
};
constexpr Step step(Direction direction) noexcept {
  constexpr std::array<Step, kAllDirections.size()> kSteps = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  return kSteps[static_cast<std::size_t>(direction)];
}

}  // namespace trivium::connect6
