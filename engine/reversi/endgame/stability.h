// Discs that can never be flipped again, found by full lines and by their stable neighbors.
//
// They bound the final score: the side to move gets at most the remaining squares.
#pragma once

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Returns discs of `position.other` that no sequence of moves flips. A disc is stable if for each
/// of the four lines through it, the line is full, the disc is at its end, or the disc has a stable
/// neighbor of the same side on it. Some stable discs are missed.
Bitboard stable_discs(const Position& position) noexcept;

/// Returns an upper bound of the score of the side to move, by the stable discs of the other side.
int stability_bound(const Position& position) noexcept;

}  // namespace trivium::reversi
