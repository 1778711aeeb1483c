// A chess position in 32 bytes, for files and for millions of positions in memory.
//
//   bytes    what
//   0-7      the occupied squares, bit i for the square with index i (a1 = 0, b1 = 1, ..., h8 =
//   63), little-endian 8-23     a piece in 4 bits for each of them in order, the low half of a byte
//   first: 2 x type + color as in Piece (types.h) 24       bit 0: Black is to move; bits 1-4: White
//   may castle on the king's side, on the queen's, Black so; bit 5: Chess960 25, 26   the files of
//   the castling rooks: White's in byte 25, Black's in 26, the king's side in the low half 27 the
//   en passant square, 64 where there is none 28-29    half-moves since a capture or pawn move,
//   little-endian 30-31    number of the move, little-endian
//
// What is not used is 0: equal positions have equal bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::learning::records {

using PackedPosition = std::array<std::byte, 32>;

PackedPosition pack(const chess::Position& position) noexcept;

/// The position, or why the bytes are none: "33 pieces", "a piece of code 13", "two white kings",
/// ...
Result<chess::Position> unpack(const PackedPosition& packed);

}  // namespace trivium::learning::records
