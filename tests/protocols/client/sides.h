// Sides of the moves of a situation, for tests of engines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trivium::client {

/// Returns the sides of the first `count` moves of a game in which the sides alternate, as in
/// chess.
inline std::vector<std::uint8_t> alternating_sides(std::size_t count) {
  std::vector<std::uint8_t> sides;
  for (std::size_t move = 0; move < count; ++move) {
    sides.push_back(static_cast<std::uint8_t>(move % 2));
  }
  return sides;
}

/// Returns the sides of the first `count` stones of Connect-6: one of Black, then two a turn.
inline std::vector<std::uint8_t> connect6_sides(std::size_t count) {
  std::vector<std::uint8_t> sides;
  for (std::size_t stone = 0; stone < count; ++stone) {
    sides.push_back(static_cast<std::uint8_t>((stone + 1) / 2 % 2));
  }
  return sides;
}

}  // namespace trivium::client
