// Scale of the values of positions: an expected or exact final score, in hundredths of a disc, from
// the view of the side to move.
#pragma once

#include <algorithm>

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

using Value = int;

/// Value of one disc.
inline constexpr Value kDisc = 100;
/// Maximum value: all squares of the largest board.
inline constexpr Value kMaxValue = kDisc * kMaxScore;
/// Value above all values.
inline constexpr Value kInfinity = kMaxValue + 1;

/// Range of values or scores that a search distinguishes: those above `alpha` and below `beta`.
struct Window {
  int alpha;
  int beta;

  bool is_null() const noexcept { return beta - alpha == 1; }
  /// Returns the window from the view of the other side.
  Window negated() const noexcept { return {-beta, -alpha}; }
};

/// Returns the narrowest window of scores in discs that contains the scores inside `values`, a
/// window in hundredths of a disc.
constexpr Window score_window(Window values) noexcept {
  const auto floor_discs = [](Value value) {
    return value >= 0 ? value / kDisc : -((kDisc - 1 - value) / kDisc);
  };
  const int alpha = std::clamp(floor_discs(values.alpha), -kMaxScore, kMaxScore - 1);
  return {alpha, std::clamp(-floor_discs(-values.beta), alpha + 1, kMaxScore)};
}

}  // namespace trivium::reversi
