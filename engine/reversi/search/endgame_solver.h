// Exact results of endgames: the final score with best play, or only who wins.
//
// The time grows exponentially with the number of empty squares, but positions with the same number
// differ much. Finding only the winner takes less time than finding the score.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/node_budget.h"
#include "engine/core/step_progress.h"
#include "engine/reversi/endgame/search_table.h"
#include "engine/reversi/evaluation/knowledge.h"

namespace trivium::reversi {

enum class EndgameGoal : std::uint8_t { kScore, kWinner };

/// What the searches with the evaluation found.
struct EndgameEstimate {
  Move move = kPass;  ///< the best one; with several threads, it may be that of another depth
  Value value = 0;    ///< for the side to move
  int depth = 0;
};

struct EndgameResult {
  /// Bounds of the final score of the side to move, in discs with the empty squares counted for the
  /// winner. If the budget was spent, the bounds that were known by then.
  int lower = -kMaxScore;
  int upper = kMaxScore;
  /// kScore: moves of best play to the end, with passes. kWinner: moves to the end that keep the
  /// result; the losing side may play any move. If the budget was spent, the line is empty or ends
  /// early.
  std::vector<Move> line;
  /// From the deepest search with the evaluation that was complete; nothing if there was none.
  std::optional<EndgameEstimate> estimate;
  std::uint64_t nodes = 0;

  /// True if the bounds answer the goal.
  bool is_solved(EndgameGoal goal) const noexcept {
    return lower == upper || (goal == EndgameGoal::kWinner && (lower > 0 || upper < 0));
  }
};

class EndgameSolver {
 public:
  /// If `knowledge.value` is not null, a position of a board of 8 is first searched with the
  /// evaluation, which improves the order of moves. Other boards ignore `knowledge`. No score
  /// depends on it. Requires: `hash_megabytes` >= 1. Throws std::bad_alloc.
  explicit EndgameSolver(int hash_megabytes, Knowledge knowledge = {})
      : knowledge_(std::move(knowledge)), table_(hash_megabytes) {}

  /// Solves `position`, or returns what is known when `budget` is spent. If the game is over, needs
  /// no node. Uses the results of earlier calls. With several `threads`, the number of nodes
  /// differs from run to run, and so may the line and, at a limit, bounds and estimate; a solved
  /// score does not. `progress` receives the number of nodes and the limit, on this thread.
  ///
  /// A node is a position whose moves are generated or that has two to four empty squares.
  EndgameResult solve(const Position& position, EndgameGoal goal, NodeBudget& budget,
                      const StepProgress& progress = {}, int threads = 1);

  /// Forgets all results.
  void clear() noexcept { table_.clear(); }

 private:
  Knowledge knowledge_;
  SearchTable table_;
};

}  // namespace trivium::reversi
