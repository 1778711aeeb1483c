// A chess position in 32 bytes, for files and for millions of positions in memory.
//
//   bytes    what
//   0-7      occupied squares, little-endian: bit i is the square with index i (a1 = 0, b1 = 1,
//            ..., h8 = 63)
//   8-23     4 bits for the piece on each occupied square, in ascending order of squares, low half
//            of a byte first: the code of Piece (types.h)
//   24       bit 0: Black is to move; bits 1-4: castling rights of White on the king's side, White
//            on the queen's side, Black on the king's side, Black on the queen's side;
//            bit 5: Chess960
//   25, 26   files of the castling rooks: White's in byte 25, Black's in byte 26, king's side in
//            the low half
//   27       en passant square; 64 if there is none
//   28-29    half-moves since the last capture or pawn move, little-endian
//   30-31    number of the full move, little-endian
//
// Unused bits are 0, so equal positions have equal bytes.
#pragma once

#include <array>
#include <cstddef>

#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::learning::records {

using PackedPosition = std::array<std::byte, 32>;

/// Packs a position. unpack() returns an equal one.
PackedPosition pack(const chess::Position& position) noexcept;

/// Returns the position. Fails if the bytes are not a position ("33 pieces", "a piece of code 13").
Result<chess::Position> unpack(const PackedPosition& packed);

}  // namespace trivium::learning::records
