// Static exchange evaluation: what a series of captures on one square is worth, without searching it (chessprogramming wiki: SEE - The
// Swap Algorithm).
#pragma once

#include <array>
#include <cstddef>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Piece values for exchanges, move ordering and scales of endgames, in centipawns: paper 002's Q9 R5 B3 N3 P1. The king counts as more
/// than all else. Fixed, not the weights of the session: who takes what, and when, needs the order of the pieces and no more, margins of
/// exchange pruning are set in these units, and no other weights can make it prune otherwise than it was tested. Probcut alone compares
/// exchanges with a difference of evaluations, which is in the weights' centipawns (try_probcut()).
inline constexpr std::array<int, kPieceTypes + 1> kExchangeValues{100, 300, 300, 500, 900, 10000, 0};
constexpr int exchange_value(PieceType type) noexcept { return kExchangeValues[static_cast<std::size_t>(index(type))]; }

/// What a move takes at once, promotion included; 0 for a quiet move.
int material_gain(const Position& position, Move move) noexcept;

/// Whether the exchanges that begin with the (legal) `move` leave the mover at least `threshold` centipawns better off when both sides
/// take with their least valuable piece and stop when it suits them. Pins are not seen.
bool exchange_is_at_least(const Position& position, Move move, int threshold) noexcept;

}  // namespace trivium::chess
