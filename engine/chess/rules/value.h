// Values inside the search: the weights' own centipawns from the side to move's view, and mates
// counted in plies from the root. reported_value() (expectation.h) converts them for users.
#pragma once

#include <array>
#include <cstddef>

#include "engine/chess/rules/types.h"
#include "engine/core/report.h"

namespace trivium::chess {

using Value = int;

/// Maximum length of a line in a search, and maximum depth of an iteration.
inline constexpr int kMaxPly = 128;
inline constexpr int kMaxDepth = 120;

inline constexpr Value kDrawValue = 0;
inline constexpr Value kMateValue = 32000;
inline constexpr Value kInfinity = kMateValue + 1;
inline constexpr Value kNoValue = kMateValue + 2;  ///< "not computed", never a score
/// Minimum value of a forced mate.
inline constexpr Value kMateBound = kMateValue - kMaxPly;
/// Maximum of an evaluation; below every mate.
inline constexpr Value kMaxEvaluation = 30000;
/// Value of a tablebase win, at any distance.
inline constexpr Value kTableWin = 31000;
static_assert(kMaxEvaluation < kTableWin && kTableWin < kMateBound);

/// Values of giving mate at `ply`, and of being mated there.
constexpr Value mate_in(int ply) noexcept { return kMateValue - ply; }
constexpr Value mated_in(int ply) noexcept { return -kMateValue + ply; }
constexpr bool is_mate(Value value) noexcept { return value >= kMateBound || value <= -kMateBound; }

/// Converts between White's view and `side`'s view, in both directions. The search and protocols
/// use the side to move's view, evaluation and learners use White's.
constexpr Value seen_by(Color side, Value value) noexcept {
  return side == Color::kWhite ? value : -value;
}

/// Piece values for exchanges, move ordering and endgame scales, in centipawns: paper 002's Q9 R5
/// B3 N3 P1. The king counts more than all others. They are fixed and do not come from the weights:
/// exchanges need only the order of the pieces, and the margins of exchange pruning are in these
/// units, so other weights do not change the tested pruning. Only probcut compares exchanges with a
/// difference of evaluations, which is in the weights' centipawns (try_probcut()).
inline constexpr std::array<int, kPieceTypes + 1> kExchangeValues{100, 300,   300, 500,
                                                                  900, 10000, 0};
constexpr int exchange_value(PieceType type) noexcept {
  return kExchangeValues[static_cast<std::size_t>(index(type))];
}

/// Converts a value for protocols: mates become moves, rounded up for the winner; other values are
/// not changed.
constexpr Score to_score(Value value, Score::Bound bound = Score::Bound::kExact) noexcept {
  if (value >= kMateBound) return {Score::Kind::kMate, bound, (kMateValue - value + 1) / 2};
  if (value <= -kMateBound) return {Score::Kind::kMate, bound, -(kMateValue + value) / 2};
  return {Score::Kind::kValue, bound, value};
}

}  // namespace trivium::chess
