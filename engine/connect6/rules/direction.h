// The four directions of lines on the board, used by the rule of six, windows and patterns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trivium::connect6 {

/// Direction of a line. `kRow`: columns grow. `kColumn`: rows grow. `kRising`: both grow.
/// `kFalling`: columns grow, rows fall. "Ahead" means this way, "behind" the opposite way.
enum class Direction : std::uint8_t { kRow, kColumn, kRising, kFalling };
inline constexpr std::array kAllDirections = {Direction::kRow, Direction::kColumn,
                                              Direction::kRising, Direction::kFalling};

/// Names by direction, as in pattern sets and explanations.
inline constexpr std::array<std::string_view, kAllDirections.size()> kDirectionNames = {
    "row", "column", "rising", "falling"};
constexpr std::string_view direction_name(Direction direction) noexcept {
  return kDirectionNames[static_cast<std::size_t>(direction)];
}

/// Change of column and row by one cell ahead in a direction.
struct Step {
  int columns;
  int rows;
};
constexpr Step step(Direction direction) noexcept {
  constexpr std::array<Step, kAllDirections.size()> kSteps = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  return kSteps[static_cast<std::size_t>(direction)];
}

}  // namespace trivium::connect6
