// Mating a bare king: with which pieces it is forced, and how far along it is.
//
// A search that reaches no mate must still see progress, so a won position is worth more the nearer the bare king is to where it is mated:
// any edge, or with bishop and knight the two corners the bishop covers, and the less room it has (chessprogramming wiki: Mop-up
// Evaluation, KBNK Endgame).
#pragma once

#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// Whether the pieces of `strong` force mate on a bare king wherever it stands, as long as none is lost: a queen, a rook, bishops on both
/// colors, bishop and knight, or three knights. Pawns do not count.
bool has_mating_pieces(const Position& position, Color strong) noexcept;

/// How good a position with a bare king is for `strong`, who wins it: kKnownWin (endgames.h) or more, below kMaxEvaluation. Grows with
/// the material, so that pawns are promoted and pieces kept, and with the progress towards mate, which never outweighs a
/// piece.
Value mating_value(const Position& position, Color strong) noexcept;

}  // namespace trivium::chess
