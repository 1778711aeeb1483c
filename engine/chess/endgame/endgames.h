// Endgames with exact knowledge, and the scale factor of drawish ones. Cheap: a few operations if
// there are many pieces.
//
// These are rules, not weights. King and pawn against king comes from retrograde analysis, computed
// at the first use (kpk.h). A bare king against mating material loses and is driven to the mating
// corner or edge (mating.h). A king in the right corner holds against any number of wrong rook
// pawns, and so on (chessprogramming wiki: Endgame; Thompson 1986 for retrograde analysis).
#pragma once

#include <optional>

#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// Minimum value of a known win: below every mate and above every other evaluation. The value grows
/// as the mate comes nearer.
inline constexpr Value kKnownWin = 10000;

/// True if the value is a known win or loss, mates included.
constexpr bool is_known_win(Value value) noexcept {
  return value >= kKnownWin || value <= -kKnownWin;
}

/// Returns the value from the side to move's view if it is known (a draw, or a technical win);
/// nothing otherwise, and nothing if the bare king may capture a piece. Draws are exact, and so are
/// wins with pawns, a queen or a rook. With minor pieces alone the value is wrong for less than 1 %
/// of the positions (counted by a test), in which one of these pieces is lost; the search finds
/// that. A mated side counts as losing; the search handles repetition and the fifty-move rule.
/// Symmetric in the colors.
std::optional<Value> known_endgame(const Position& position) noexcept;

/// Returns the factor of the evaluation, in percent (0 to 100), if `strong` is the better side:
/// opposite-colored bishops, wrong rook pawn, no pawns left, rook endings with all pawns on one
/// side, ... Depends on the position only, never on weights. Symmetric in the colors.
int endgame_scale(const Position& position, Color strong) noexcept;

}  // namespace trivium::chess
