#include "engine/reversi/search/endgame_solver.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/busy_moves.h"
#include "engine/core/search_together.h"
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
    const Move move = found ? found->move : estimate ? estimate->move : kPass;
    if (position.is_legal(move)) estimate = {move, value, depth};
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

/// The search of one thread.
class SolvingThread {
 public:
  /// `knowledge` is empty if the position is not searched with the evaluation. `busy` is null if
  /// there is only one thread.
  SolvingThread(const Knowledge& knowledge, SearchTable& table, const NodeBudget& budget,
                BusyMoves* busy, const StepProgress* progress = nullptr)
      : has_values_(knowledge.value != nullptr),
        table_(table),
        budget_(budget),
        search_(knowledge, table, budget_, busy, kSearch, progress) {}
  SolvingThread(const SolvingThread&) = delete;
  SolvingThread& operator=(const SolvingThread&) = delete;

  NodeBudget& budget() noexcept { return budget_; }

  /// Finds the estimate and the score.
  EndgameResult run(const Position& position, EndgameGoal goal) {
    EndgameResult result;
    if (has_values_) result.estimate = deepen(position, search_, table_, budget_);
    find_score(position, goal, search_.endgame(), budget_, result);
    return result;
  }
  /// Finds the line of a result that has the score or the winner.
  std::vector<Move> line(const Position& position, const EndgameResult& result) {
    return best_line(position, {result.lower, result.upper}, table_, search_.endgame(), budget_);
  }

 private:
  bool has_values_;
  SearchTable& table_;
  NodeBudget budget_;
  MidgameSearch search_;
};

}  // namespace

EndgameResult EndgameSolver::solve(const Position& position, EndgameGoal goal, NodeBudget& budget,
                                   const StepProgress& progress, int threads) {
  EndgameResult result;
  if (position.over()) {
    result.lower = result.upper = position.final_score();
    return result;
  }
  table_.new_search();
  const Knowledge no_knowledge;
  const Knowledge& knowledge = position.size() == kDefaultSize ? knowledge_ : no_knowledge;
  const auto busy = threads > 1 ? std::make_unique<BusyMoves>() : nullptr;
  SharedBudget shared;
  SolvingThread leader(knowledge, table_, budget, busy.get(), &progress);
  if (threads > 1) leader.budget().share(shared);
  std::deque<SolvingThread> helpers;
  for (int i = 1; i < threads; ++i) {
    helpers.emplace_back(knowledge, table_, NodeBudget(budget.max_nodes()), busy.get());
    helpers.back().budget().share(shared);
  }
  const auto lead = [&] {
    result = leader.run(position, goal);
    if (result.is_solved(goal)) result.line = leader.line(position, result);
  };
  // Helpers do the same as the leader. All find their results in the table.
  search_together(shared, helpers.size(), lead, [&](std::size_t i) {
    (void)helpers[i].run(position, goal);
    helpers[i].budget().publish();
  });
  result.nodes = leader.budget().all_nodes() - budget.nodes();
  budget.count(result.nodes);
  (void)budget.spent_now();
  return result;
}

}  // namespace trivium::reversi
