// Endgames that are known exactly, and how drawish others are. Cheap: a few operations where there is much on the board.
//
// What stands here is knowledge, not weights: king and pawn against king is counted out by retrograde analysis at the first question
// (kpk.h), a bare king against mating material is lost and driven to where it is mated (mating.h), a king in the right corner holds
// against any number of wrong rook's pawns, and so on (chessprogramming wiki: Endgame; Thompson 1986 for retrograde analysis).
#pragma once

#include <optional>

#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// Below every mate, above every evaluation that is not a known win; a known win is this or more, and grows as the mate comes nearer.
inline constexpr Value kKnownWin = 10000;

/// Known to be won by one side or the other, mates included.
constexpr bool is_known_win(Value value) noexcept { return value >= kKnownWin || value <= -kKnownWin; }

/// The value from the side to move's view where it is known (a draw, or a win by technique); none elsewhere, also where the bare king may
/// take a piece. Draws are exact, and so are wins with pawns, a queen or a rook; with minor pieces alone they are but for fewer than one
/// position in a hundred (counted out by the test), in which one of those pieces cannot be saved: the search sees that. A mated side counts
/// as one that loses; repetition and the fifty-move rule are the search's concern. Symmetric in the colors.
std::optional<Value> known_endgame(const Position& position) noexcept;

/// What of the evaluation counts, in percent, 0..100, when `strong` is the side that is better: opposite bishops, wrong rook's pawn,
/// no pawns left, rook endings with all pawns on one side, ... Depends on the position alone, never on weights. Symmetric in the colors.
int endgame_scale(const Position& position, Color strong) noexcept;

}  // namespace trivium::chess
