// Distances and square colors, for evaluation and endgames.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/types.h"

namespace trivium::chess {

/// Returns the 32 squares of the same color as `square`.
constexpr Bitboard squares_of_color_of(Square square) noexcept {
  return (kDarkSquares & bit(square)) != 0 ? kDarkSquares : ~kDarkSquares;
}

namespace detail {

using KingSteps = std::array<std::array<std::uint8_t, 64>, 64>;

constexpr KingSteps make_king_steps() noexcept {
  KingSteps steps{};
  const auto apart = [](int a, int b) { return a < b ? b - a : a - b; };
  for (int from = 0; from < 64; ++from) {
    for (int to = 0; to < 64; ++to) {
      const int files = apart(from & 7, to & 7), ranks = apart(from >> 3, to >> 3);
      steps[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] =
          static_cast<std::uint8_t>(std::max(files, ranks));
    }
  }
  return steps;
}
inline constexpr KingSteps kKingSteps = make_king_steps();

}  // namespace detail

/// Returns the number of king moves from one square to the other on an empty board.
constexpr int king_steps(Square from, Square to) noexcept {
  return detail::kKingSteps[static_cast<std::size_t>(index(from))]
                           [static_cast<std::size_t>(index(to))];
}

/// Returns the rank from the side's own first rank, 0 to 7.
constexpr int relative_rank(Color color, Square square) noexcept {
  return color == Color::kWhite ? rank_of(square) : 7 - rank_of(square);
}

}  // namespace trivium::chess
