#include "engine/reversi/search/endgame_solver.h"

#include <algorithm>

#include "engine/reversi/endgame/best_line.h"
#include "engine/reversi/search/midgame_search.h"

namespace trivium::reversi {
namespace {

/// The iterations with the evaluation end this number of moves before the end of the game. With 8
/// to 14 the solver takes about as long.
constexpr int kUnsearchedMoves = 10;

constexpr Window kWinnerScores = {-1, 1};
constexpr Window kAllScores = {-kMaxScore, kMaxScore};

/// Searches to increasing depths with the evaluation, which puts good moves into the table: a
/// search to the end of the game then needs about half the nodes.
void deepen(const Position& position, MidgameSearch& tree, const NodeBudget& budget) {
  const int last = count(position.empty) - kUnsearchedMoves;
  for (int depth = 1; depth <= last && !budget.was_spent(); ++depth)
    tree.search(position, depth, {-kInfinity, kInfinity});
}

/// Narrows the bounds of `result` until they answer the goal or the budget is spent. The first
/// search finds only the winner, which takes less time, so that a stopped search knows at least
/// that.
void find_score(const Position& position, EndgameGoal goal, EndgameSearch& search,
                const NodeBudget& budget, EndgameResult& result) {
  for (const auto& [minimum, maximum] : {kWinnerScores, kAllScores}) {
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
  const Knowledge none;
  const bool has_values = knowledge_.value != nullptr && position.size() == kDefaultSize;
  MidgameSearch tree(has_values ? knowledge_ : none, table_, budget, nullptr, kSearch, &progress);
  const std::uint64_t nodes_before = budget.nodes();
  if (has_values) deepen(position, tree, budget);
  find_score(position, goal, tree.endgame(), budget, result);
  if (result.is_solved(goal))
    result.line = best_line(position, {result.lower, result.upper}, table_, tree.endgame(), budget);
  result.nodes = budget.nodes() - nodes_before;
  return result;
}

}  // namespace trivium::reversi
