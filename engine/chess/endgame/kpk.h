// King and pawn against king, counted out: which positions the side with the pawn wins.
//
// A table of 24 KiB, one bit a position, is made by retrograde analysis (Thompson 1986) at the first question: a few milliseconds, once in
// the life of the process. It is the only state, constant once made and safe to ask from any thread (a local static of C++11).
#pragma once

#include "engine/chess/rules/types.h"

namespace trivium::chess {

/// Whether White, who has the pawn, wins against best defence. The squares are those of a legal position with three different squares and
/// the pawn on ranks 2 to 7; for a black pawn flip the ranks. The fifty-move rule is not reached: a won pawn moves or is gone well before.
bool kpk_is_won(Square strong_king, Square pawn, Square weak_king, bool strong_to_move) noexcept;

}  // namespace trivium::chess
