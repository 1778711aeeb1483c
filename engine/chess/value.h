// Values inside the search: the weights' own centipawns from the side to move's view, and mates counted in plies from the root. What users
// are told of them is told_value() (expectation.h).
#pragma once

#include "engine/core/report.h"

namespace trivium::chess {

using Value = int;

/// The longest line a search follows; also the deepest iteration.
inline constexpr int kMaxPly = 128;
inline constexpr int kMaxDepth = 120;

inline constexpr Value kDrawValue = 0;
inline constexpr Value kMateValue = 32000;
inline constexpr Value kInfinity = kMateValue + 1;
inline constexpr Value kNoValue = kMateValue + 2;  ///< "not computed", never a score
/// From here on a value is a forced mate.
inline constexpr Value kMateBound = kMateValue - kMaxPly;
/// No evaluation is larger, so that none is taken for a mate.
inline constexpr Value kMaxEvaluation = 30000;
/// A win that endgame tables know of, however far it is.
inline constexpr Value kTableWin = 31000;
static_assert(kMaxEvaluation < kTableWin && kTableWin < kMateBound);

/// The value of giving mate at `ply`, and of being mated there.
constexpr Value mate_in(int ply) noexcept { return kMateValue - ply; }
constexpr Value mated_in(int ply) noexcept { return -kMateValue + ply; }
constexpr bool is_mate(Value value) noexcept { return value >= kMateBound || value <= -kMateBound; }

/// A value as protocols know it: mates in moves, rounded up for the winner.
constexpr Score to_score(Value value, Score::Bound bound = Score::Bound::kExact) noexcept {
  if (value >= kMateBound) return {Score::Kind::kMate, bound, (kMateValue - value + 1) / 2};
  if (value <= -kMateBound) return {Score::Kind::kMate, bound, -(kMateValue + value) / 2};
  return {Score::Kind::kValue, bound, value};
}

}  // namespace trivium::chess
