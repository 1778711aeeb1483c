// Counts of a position: names, order and computation of the features, for the evaluation, the
// learner and `explain`. They are one part of the value; the patterns on the lines are the other
// (value_patterns.h).
//
// All are counts or flags from the side to move's view. `own` windows hold only stones of that
// side, `opponent` windows only stones of the other; see line_features.h. The value is linear in
// both parts (weights.h).
//
//   side_to_move              always 1: the advantage of being on move
//   one_stone_left            1 when one stone is left in the turn
//   open_windows_own[k]       windows with k own stones, k = 1..5
//   open_windows_opponent[k]  windows with k stones of the opponent, k = 1..5
//   can_win                   1 when the stones left in the turn make six
//   must_parry[k]             1 when k stones are needed to parry every six that the opponent
//                             could make next turn; k = 3 means more than 2
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

/// Kind and schema in the weight file. The schema number rises whenever a feature changes its
/// meaning. A weight is the change of the log-odds of winning (evaluation.h) for one more of the
/// feature.
inline constexpr std::string_view kWeightsKind = "connect6.value";
inline constexpr int kWeightsSchema = 1;

/// Names of the features, in order.
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

/// Index of the first feature of each group; element k of a group is at this index + k - 1.
inline constexpr std::size_t kOwnWindows = 2;
inline constexpr std::size_t kOpponentWindows = 7;
inline constexpr std::size_t kCanWin = 12;
inline constexpr std::size_t kMustParry = 13;

/// Returns kFeatureNames in the form that models/format needs.
std::vector<std::string> feature_names();

/// Computes the features. `stones_left` (1 or 2) is what `to_move` still places in this turn.
/// Requires: the game is not over.
FeatureVector extract(const LineFeatures& lines, Stone to_move, int stones_left) noexcept;
/// Does the same when `to_move` cannot win at once and needs `needed` stones to parry.
FeatureVector extract_quiet(const LineFeatures& lines, Stone to_move, int stones_left,
                            int needed) noexcept;
/// Computes the features of a board from scratch. Requires: the game is not over.
FeatureVector extract(const Board& board);

}  // namespace trivium::connect6
