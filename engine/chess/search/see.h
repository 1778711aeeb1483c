// Static exchange evaluation: the material result of a series of captures on one square, without a
// search (chessprogramming wiki: SEE - The Swap Algorithm).
#pragma once

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Returns the immediate material gain of a move in centipawns: the captured piece and the gain of
/// a promotion.
int material_gain(const Position& position, Move move) noexcept;

/// True if the exchange that begins with the legal `move` gains at least `threshold` centipawns for
/// the mover. Both sides capture with their least valuable piece and may stop at any time. Pins are
/// ignored.
bool exchange_is_at_least(const Position& position, Move move, int threshold) noexcept;

}  // namespace trivium::chess
