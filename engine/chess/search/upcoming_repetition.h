// Whether one move leads back to an earlier position, without making it: the side to move then has a draw at least.
//
// The keys of two positions that one quiet move lies between differ by the numbers of one piece on two squares and of the side to move.
// All these differences stand in a table (cuckoo hashing: two places for each), so that one look tells. Source: van Kervinck 2013,
// marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf.
#pragma once

#include <cstdint>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Whether the side to move has a move of a piece (no pawn, no castling), legal but for the safety of its king, that changes the key by
/// `difference`.
bool one_move_apart(const Position& position, std::uint64_t difference) noexcept;

}  // namespace trivium::chess
