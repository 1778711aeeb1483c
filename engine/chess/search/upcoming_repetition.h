// Detects whether one move leads back to an earlier position, without making it. The side to move
// then has at least a draw.
//
// If one quiet move lies between two positions, their keys differ by the numbers of one piece on
// two squares and of the side to move. A cuckoo hash table (two slots for each key) holds all these
// differences, so one lookup is enough.
//
// Source: van Kervinck 2013, marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf.
#pragma once

#include <cstdint>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// True if a piece move of the side to move (no pawn move, no castling) changes the key by
/// `difference`. The move is legal except for the safety of its king.
bool one_move_apart(const Position& position, std::uint64_t difference) noexcept;

}  // namespace trivium::chess
