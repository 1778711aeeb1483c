// Shapes as sets of squares, for a search that chooses the shapes of a pattern set: a pool of
// simple ones, and random changes.
//
// Images of a shape under the symmetries of the board share their features, so a shape stands for
// all of them. A canonical shape is the one of its images that is the smallest number.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/reversi/rules/bitboard.h"

namespace trivium::learning::btmm {

/// Returns the canonical image of `shape`.
reversi::Bitboard canonical(reversi::Bitboard shape) noexcept;

/// Returns all segments of rows, columns and diagonals and all rectangles, of 2 to `max_squares`
/// squares: canonical, ascending and without duplicates.
std::vector<reversi::Bitboard> shape_pool(int max_squares);

/// Returns a random change of `shape`, canonical: with a further square beside it, without one of
/// its squares, or both. Has 2 to `max_squares` squares. Requires: so has `shape`; `max_squares` is
/// in [2, 63].
reversi::Bitboard changed_shape(reversi::Bitboard shape, int max_squares, Rng& rng) noexcept;

/// Returns the definition of a set for moves with these shapes and all counts
/// (engine/reversi/patterns/patterns.md). Requires: at least one shape.
std::string definition_of(std::span<const reversi::Bitboard> shapes, int stages);

}  // namespace trivium::learning::btmm
