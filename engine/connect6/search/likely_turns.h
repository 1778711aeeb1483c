// What is likely before any search: whole turns, and single stones.
//
// For those who show it (explain, the analysis of a protocol). It comes from what orders the search's turns (turns.h, stone_strengths.h)
// and asks no search and no solver: a matter of milliseconds.
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
  Turn winning_turn;             ///< completes six now; `first` is kNoCell where none does
  Parries parries;               ///< of what the opponent threatens
  std::vector<RatedTurn> turns;  ///< likeliest first, ten at most; empty where a win or a loss is certain
};

/// Of the side to move of `board`, whose game is not over; `strengths` are for its size.
LikelyTurns likely_turns(const Board& board, StoneStrengths& strengths);
LikelyTurns likely_turns(const Board& board, const Knowledge& knowledge);

/// By cell, how likely each stone is to be the next one on `board`, whose game is not over: 0 where there is one already; they add up to 1.
/// What wins or must be parried counts as far as gammas know of it.
std::vector<double> stone_probabilities(const Board& board, const Knowledge& knowledge);

}  // namespace trivium::connect6
