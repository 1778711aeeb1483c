// The counts of a position: their names, their order and how they are read, for the evaluation, the learner and `explain` alike. They are
// one part of its value; what lies where on the lines is the other (value_patterns.h).
//
// All are counts or flags seen from the side to move. `own` windows hold stones of that side alone, `opponent` windows of the other
// side alone; see line_features.h. The value of a position is linear in both parts (weights.h).
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
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/patterns/line_features.h"

namespace trivium::connect6 {

inline constexpr std::size_t kFeatureCount = 16;
using FeatureVector = std::array<std::int32_t, kFeatureCount>;

/// What a weight file for these features says of itself. The schema number rises whenever a feature's meaning changes. Weights are
/// natural log-odds of winning (evaluation.h) for one more of the feature.
inline constexpr std::string_view kWeightsKind = "connect6.value";
inline constexpr int kWeightsSchema = 1;

/// The names, in the order of the values.
inline constexpr std::array<std::string_view, kFeatureCount> kFeatureNames = {
    "side_to_move",
    "one_stone_left",
    "open_windows_own[1]",
    "open_windows_own[2]",
    "open_windows_own[3]",
    "open_windows_own[4]",
    "open_windows_own[5]",
    "open_windows_opponent[1]",
    "open_windows_opponent[2]",
    "open_windows_opponent[3]",
    "open_windows_opponent[4]",
    "open_windows_opponent[5]",
    "can_win",
    "must_parry[1]",
    "must_parry[2]",
    "must_parry[3]",
};

/// Where each group begins; element k of a group is at its begin + k - 1.
inline constexpr std::size_t kOwnWindows = 2;
inline constexpr std::size_t kOpponentWindows = 7;
inline constexpr std::size_t kCanWin = 12;
inline constexpr std::size_t kMustParry = 13;

/// kFeatureNames as models/format wants them.
std::vector<std::string> feature_names();

/// The features of a position where nobody has won yet: `stones_left` (1 or 2) is what `to_move` still places in this turn.
FeatureVector extract(const LineFeatures& lines, Stone to_move, int stones_left) noexcept;
/// The same where it is known that `to_move` cannot win at once and that it takes `needed` stones to parry.
FeatureVector extract_quiet(const LineFeatures& lines, Stone to_move, int stones_left, int needed) noexcept;
/// The same from a board, counted from scratch.
FeatureVector extract(const Board& board);

}  // namespace trivium::connect6
