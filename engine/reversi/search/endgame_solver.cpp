#include "engine/reversi/search/endgame_solver.h"

#include <algorithm>
#include <optional>

#include "engine/reversi/endgame/best_line.h"
#include "engine/reversi/search/midgame_search.h"

namespace trivium::reversi {
namespace {

/// Number of empty squares less the depth of the last search with the evaluation. With all numbers
/// from 8 to 14 the solver needs about the same time.
constexpr int kUnsearchedMoves = 10;

/// Contains all values and no more, so that a move which wins every square ends the search of a
/// node.
constexpr Window kPossibleValues = {-kMaxValue, kMaxValue};
constexpr Window kWinnerDiscs = {-1, 1};  ///< scores in discs; distinguishes only who wins
constexpr Window kAllDiscs = {-kMaxScore, kMaxScore};

/// Searches to increasing depths with the evaluation, so that the table has good moves for
/// the search to the end of the game. Returns what the last complete search found.
std::optional<EndgameEstimate> deepen(const Position& position, MidgameSearch& search,
                                      const SearchTable& table, const NodeBudget& budget) {
  std::optional<EndgameEstimate> estimate;
  const int last = count(position.empty) - kUnsearchedMoves;
  for (int depth = 1; depth <= last; ++depth) {
    const Value value = search.search(position, depth, kPossibleValues);
    if (budget.was_spent()) break;
    const std::optional<TableEntry> found = table.probe(position.key());
    estimate = {found ? found->move : kPass, value, depth};
  }
  return estimate;
}

/// Narrows the bounds of `result` until they answer the goal or the budget is spent. The first
/// search finds only the winner, which takes less time, so that a stopped search knows at least
/// that.
void find_score(const Position& position, EndgameGoal goal, EndgameSearch& search,
                const NodeBudget& budget, EndgameResult& result) {
  for (const auto& [minimum, maximum] : {kWinnerDiscs, kAllDiscs}) {
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
  const Knowledge no_knowledge;
  const bool has_values = knowledge_.value != nullptr && position.size() == kDefaultSize;
  MidgameSearch search(has_values ? knowledge_ : no_knowledge, table_, budget, nullptr, kSearch,
                       &progress);
  const std::uint64_t nodes_before = budget.nodes();
  if (has_values) result.estimate = deepen(position, search, table_, budget);
  find_score(position, goal, search.endgame(), budget, result);
  if (result.is_solved(goal))
    result.line =
        best_line(position, {result.lower, result.upper}, table_, search.endgame(), budget);
  result.nodes = budget.nodes() - nodes_before;
  return result;
}

}  // namespace trivium::reversi
