// Mating a bare king: the material that forces mate, and the progress towards it.
//
// A search that reaches no mate must still make progress. So a won position has a higher value
// - the nearer the winning king is to the bare king,
// - the nearer the bare king is to an edge, and the fewer squares it can reach,
// - with bishop and knight alone, in place of the second term: the nearer the bare king is to a
//   corner of the bishop's color.
// Source: chessprogramming wiki, "Mop-up Evaluation" and "KBNK Endgame".
#pragma once

#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// True if the pieces of `strong` force mate on a bare king wherever it stands, as long as none is
/// lost: a queen, a rook, bishops on both colors, bishop and knight, or three knights. Pawns do not
/// count.
bool has_mating_pieces(const Position& position, Color strong) noexcept;

/// Returns the value, for the winning side `strong`, of a position with a bare king: at least
/// kKnownWin (endgames.h), below kMaxEvaluation. Grows with the material, so that pawns promote and
/// pieces are kept, and with the progress towards mate, which never outweighs a piece.
Value mating_value(const Position& position, Color strong) noexcept;

}  // namespace trivium::chess
