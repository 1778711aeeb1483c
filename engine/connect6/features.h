// The features of a position: their names, their order and how they are read, for the evaluation, the learner and `explain` alike.
//
// All are counts or flags seen from the side to move. `own` windows hold stones of that side alone, `opponent` windows of the other
// side alone; see line_features.h. The value of a position is linear in them (weights.h).
//
//   side_to_move              always 1: the worth of being on move
//   one_stone_left            1 when one stone is left in the turn
//   open_windows_own[k]       windows with k own stones, k = 1..5
//   open_windows_opponent[k]  the same for the opponent
//   can_win                   1 when the stones left in the turn make six
//   must_parry[k]             1 when it takes k stones to parry every six the opponent could make next turn; k = 3 stands for more than 2
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/connect6/line_features.h"

namespace trivium::connect6 {

inline constexpr std::size_t kFeatureCount = 16;
using FeatureVector = std::array<std::int32_t, kFeatureCount>;

/// The names, in the order of the values.
std::span<const std::string_view, kFeatureCount> feature_names() noexcept;

/// The features of a position where nobody has won yet: `stones_left` (1 or 2) is what `to_move` still places in this turn.
FeatureVector extract(const LineFeatures& lines, Stone to_move, int stones_left) noexcept;
/// The same from a board, counted from scratch.
FeatureVector extract(const Board& board) noexcept;

}  // namespace trivium::connect6
