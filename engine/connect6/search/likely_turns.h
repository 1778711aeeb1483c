// Probabilities of turns and of single stones before any search, to display (explain, the analysis
// commands of a protocol).
//
// They come from the move ordering of the search (turns.h, stone_strengths.h) and take
// milliseconds.
#pragma once

#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/evaluation/stone_strengths.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/search/turns.h"
#include "engine/connect6/threats/threats.h"

namespace trivium::connect6 {

struct LikelyTurns {
  Turn winning_turn;  ///< completes six now; `first` is kNoCell if none does
  Parries parries;    ///< parries of the opponent's threats
  std::vector<RatedTurn>
      turns;  ///< at most ten, most probable first; empty if the result is certain
};

/// Returns the turns of the side to move. Requires: the game is not over; `strengths` are for
/// boards of this size.
LikelyTurns likely_turns(const Board& board, StoneStrengths& strengths);
LikelyTurns likely_turns(const Board& board, const Knowledge& knowledge);

/// Returns for each cell the probability that the next stone is placed there; 0 on occupied cells.
/// Sums to 1. Uses no tactics other than those in the pattern strengths. Requires: the game is not
/// over.
std::vector<double> stone_probabilities(const Board& board, const Knowledge& knowledge);

}  // namespace trivium::connect6
