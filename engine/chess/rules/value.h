// Values inside the search: the weights' own centipawns from the side to move's view, and mates counted in plies from the root. What users
// are told of them is reported_value() (expectation.h).
#pragma once

#include <array>
#include <cstddef>

#include "engine/chess/rules/types.h"
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

/// White's value as `side` sees it, and a value of `side` as White does: the search and the protocols
/// speak of the side to move, the evaluation and the learner of White.
constexpr Value seen_by(Color side, Value value) noexcept { return side == Color::kWhite ? value : -value; }

/// Piece values for exchanges, move ordering and scales of endgames, in centipawns: paper 002's Q9 R5
/// B3 N3 P1. The king counts as more than all else. Fixed, not the weights of the session: who takes
/// what, and when, needs the order of the pieces and no more, margins of exchange pruning are set in
/// these units, and no other weights can make it prune otherwise than it was tested. Probcut alone
/// compares exchanges with a difference of evaluations, which is in the weights' centipawns
/// (try_probcut()).
inline constexpr std::array<int, kPieceTypes + 1> kExchangeValues{100, 300, 300, 500, 900, 10000, 0};
constexpr int exchange_value(PieceType type) noexcept { return kExchangeValues[static_cast<std::size_t>(index(type))]; }

/// A value as protocols know it: mates in moves, rounded up for the winner.
constexpr Score to_score(Value value, Score::Bound bound = Score::Bound::kExact) noexcept {
  if (value >= kMateBound) return {Score::Kind::kMate, bound, (kMateValue - value + 1) / 2};
  if (value <= -kMateBound) return {Score::Kind::kMate, bound, -(kMateValue + value) / 2};
  return {Score::Kind::kValue, bound, value};
}

}  // namespace trivium::chess
