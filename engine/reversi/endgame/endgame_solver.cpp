#include "engine/reversi/endgame/endgame_solver.h"

#include <algorithm>

#include "engine/reversi/endgame/best_line.h"
#include "engine/reversi/endgame/endgame_search.h"

namespace trivium::reversi {
namespace {

constexpr Window kWinnerWindow = {-1, 1};
constexpr Window kAllScores = {-kMaxScore, kMaxScore};

/// Narrows the bounds of `result` until they answer the goal or the budget is spent. The first
/// search finds only the winner, which takes less time, so that a stopped search knows at least
/// that.
void find_score(const Position& position, EndgameGoal goal, EndgameSearch& search,
                const NodeBudget& budget, EndgameResult& result) {
  for (const auto& [minimum, maximum] : {kWinnerWindow, kAllScores}) {
    if (result.is_solved(goal)) return;
    const Window window{std::max(minimum, result.lower), std::min(maximum, result.upper)};
    const int score = search.search(position, window);
    if (budget.was_spent()) return;
    if (score > window.alpha) result.lower = score;
    if (score < window.beta) result.upper = score;
  }
}

}  // namespace

EndgameResult EndgameSolver::solve(const Position& position, EndgameGoal goal, NodeBudget& budget,
                                   const StepProgress& progress) {
  EndgameResult result;
  if (position.over()) {
    result.lower = result.upper = position.final_score();
    return result;
  }
  table_.new_search();
  EndgameSearch search(table_, budget, progress);
  const std::uint64_t nodes_before = budget.nodes();
  find_score(position, goal, search, budget, result);
  if (result.is_solved(goal))
    result.line = best_line(position, {result.lower, result.upper}, table_, search, budget);
  result.nodes = budget.nodes() - nodes_before;
  return result;
}

}  // namespace trivium::reversi
