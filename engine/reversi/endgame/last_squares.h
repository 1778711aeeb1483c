// Solves positions with at most four empty squares without lists of moves.
//
// Most positions of an endgame search have so few empty squares, so this code determines its speed.
// The squares are tried in the order of parity: first those that are alone in their quadrant, where
// the side to move gets the last move. Source: the method of Edax (Delorme).
#pragma once

#include <cstdint>

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Maximum number of empty squares that solve_last_squares() accepts.
inline constexpr int kLastSquares = 4;
/// Value below every score.
inline constexpr int kNoScore = -kMaxScore - 1;

/// Compares the score of the side to move with `alpha`: returns a lower bound above `alpha`, or an
/// upper bound of at most `alpha`. Adds the positions with two empty squares or more to `nodes`.
/// Requires: at most kLastSquares empty squares.
int solve_last_squares(const Position& position, int alpha, std::uint64_t& nodes) noexcept;

}  // namespace trivium::reversi
