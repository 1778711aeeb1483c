// The moves of best play from a solved position to the end of the game.
#pragma once

#include <vector>

#include "engine/core/node_budget.h"
#include "engine/reversi/endgame/endgame_search.h"
#include "engine/reversi/endgame/search_table.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Bounds of the final score of the side to move, in discs.
struct ScoreBounds {
  int lower = -kMaxScore;
  int upper = kMaxScore;

  bool is_exact() const noexcept { return lower == upper; }
};

/// Returns moves to the end of the game, with passes, that reach the score if the bounds are exact.
/// Otherwise the moves keep the result, and the losing side may play any move. Returns fewer moves
/// if the budget is spent. Fast if `table` still has the results of the search that found the
/// bounds. Requires: the bounds are right; they are exact or have the same sign.
std::vector<Move> best_line(Position position, const ScoreBounds& known, const SearchTable& table,
                            EndgameSearch& search, const NodeBudget& budget);

}  // namespace trivium::reversi
