// Exact table of king and pawn against king: the positions that the side with the pawn wins.
//
// The table has 24 KiB, one bit per position. Retrograde analysis (Thompson 1986) builds it at the
// first use, within a few milliseconds. It is a local static: constant once built, and thread-safe.
#pragma once

#include "engine/chess/rules/types.h"

namespace trivium::chess {

/// True if White, the side with the pawn, wins with best play. Requires: a legal position, three
/// different squares, the pawn on ranks 2 to 7. For a black pawn flip the ranks. The fifty-move
/// rule does not matter: a won pawn advances or promotes long before.
bool kpk_is_won(Square strong_king, Square pawn, Square weak_king, bool strong_to_move) noexcept;

}  // namespace trivium::chess
