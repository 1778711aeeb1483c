// Static exchange evaluation: what a series of captures on one square is worth, without searching it (chessprogramming wiki: SEE - The
// Swap Algorithm).
#pragma once

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// What a move takes at once, promotion included; 0 for a quiet move.
int material_gain(const Position& position, Move move) noexcept;

/// Whether the exchanges that begin with the (legal) `move` leave the mover at least `threshold` centipawns better off when both sides
/// take with their least valuable piece and stop when it suits them. Pins are not seen.
bool exchange_is_at_least(const Position& position, Move move, int threshold) noexcept;

}  // namespace trivium::chess
