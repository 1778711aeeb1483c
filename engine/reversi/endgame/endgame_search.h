// Principal variation search of a position to the end of the game.
//
// There are three kinds of nodes, by the number of empty squares. With many, the search uses the
// hash table, stability cut-offs, enhanced transposition cut-offs and ordered moves. With few, it
// tries the moves in the order of parity, because table and ranks cost more than they save. With at
// most four, last_squares.h solves the position.
// Sources: Marsland and Campbell 1982 (principal variation search); Plaat et al. 1996 (enhanced
// transposition cut-offs); Edax (Delorme) for the division by empty squares.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/busy_moves.h"
#include "engine/core/node_budget.h"
#include "engine/core/step_progress.h"
#include "engine/reversi/endgame/move_order.h"
#include "engine/reversi/endgame/search_table.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

class EndgameSearch {
 public:
  /// `progress` receives the number of nodes and the limit. `busy` is shared by the threads of a
  /// search; null if there is only one. Requires: the arguments outlive the search.
  EndgameSearch(SearchTable& table, NodeBudget& budget, const StepProgress& progress,
                BusyMoves* busy = nullptr) noexcept
      : table_(table), budget_(budget), progress_(progress), busy_(busy) {}

  /// Returns the final score of the side to move, in discs, if it is in the window; else an upper
  /// bound of at most alpha, or a lower bound of at least beta. The value means nothing if the
  /// budget is spent.
  int search(const Position& position, Window window);

 private:
  /// Searches a position with many empty squares. Requires and returns what search() does.
  int search_many(const Position& position, Window window);
  /// Searches a position with few empty squares: compares the score with `alpha`, as
  /// solve_last_squares() does, and adds to `nodes`.
  int search_few(const Position& position, int alpha, std::uint64_t& nodes) const noexcept;
  /// Searches the moves in order and stores the result.
  int search_moves(const Position& position, std::uint64_t key, OrderedMoves& moves, Window window);
  /// Returns a lower bound of at least `beta` if a move leads to a position in the table that has
  /// one. Source: Plaat et al. 1996.
  std::optional<int> transposition_bound(const Position& position, OrderedMoves& moves,
                                         int beta) const noexcept;

  SearchTable& table_;
  NodeBudget& budget_;
  const StepProgress& progress_;
  BusyMoves* busy_;
};

}  // namespace trivium::reversi
