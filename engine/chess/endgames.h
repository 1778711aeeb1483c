// Endgames that are known exactly, and how drawish others are. Cheap: a few operations where there is much on the board.
//
// What stands here is knowledge, not weights: KPK is counted out by retrograde analysis at start-up of the program's build or first use,
// a bare king against mating material is won and driven towards the right corner, and so on (chessprogramming wiki: Endgame; Thompson
// 1986 for retrograde analysis).
#pragma once

#include <optional>

#include "engine/chess/rules/position.h"
#include "engine/chess/value.h"

namespace trivium::chess {

/// Below every mate, above every evaluation that is not a known win; a known win is this or more, and grows as the mate comes nearer.
inline constexpr Value kKnownWin = 10000;

/// The value from the side to move's view where knowledge is exact (a draw, or a win by technique); none elsewhere. Symmetric in the
/// colours. Repetition and the fifty-move rule are the search's concern.
std::optional<Value> known_endgame(const Position& position) noexcept;

/// What of the evaluation counts, in percent, 0..100, when `strong` is the side that is better: opposite bishops, wrong rook's pawn,
/// no pawns left, rook endings with all pawns on one side, ... Depends on the position alone, never on weights.
int endgame_scale(const Position& position, Color strong) noexcept;

}  // namespace trivium::chess
