#include "engine/reversi/endgame/endgame_solver.h"

#include <algorithm>
#include <utility>

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

/// Minimum scores that the moves of the best line must keep, each from the view of its side.
/// -kMaxScore: any move does.
struct Targets {
  int own;    ///< of the side to move
  int other;  ///< of the other side
};

/// Requires: the score or the winner is known.
Targets targets_of(const EndgameResult& result) noexcept {
  if (result.lower == result.upper) return {.own = result.lower, .other = -result.lower};
  constexpr int kWin = 1;
  return result.lower > 0 ? Targets{.own = kWin, .other = -kMaxScore}
                          : Targets{.own = -kMaxScore, .other = kWin};
}

/// Returns the legal moves, beginning with the one in the table if there is one.
std::vector<Move> candidates(const Position& position, const EndgameTable& table) {
  std::vector<Move> moves = legal_moves(position);
  if (const auto hit = table.probe(position.key())) {
    const auto known = std::find(moves.begin(), moves.end(), hit->move);
    if (known != moves.end()) std::rotate(moves.begin(), known, known + 1);
  }
  return moves;
}

/// Returns moves to the end of the game with which both sides keep their targets; fewer if the
/// budget is spent. The table makes the searches short.
std::vector<Move> best_line(Position position, Targets targets, const EndgameTable& table,
                            EndgameSearch& search, const NodeBudget& budget) {
  std::vector<Move> line;
  while (!position.over()) {
    // A move keeps the target if the other side then gets at most its negative.
    const Window window = {-targets.own, -targets.own + 1};
    const auto keeps_target = [&](Move move) {
      if (targets.own == -kMaxScore) return true;
      Position after = position;
      after.do_move(move);
      return search.search(after, window) <= window.alpha;
    };
    const std::vector<Move> moves = candidates(position, table);
    const auto best = std::find_if(moves.begin(), moves.end(), keeps_target);
    if (budget.was_spent() || best == moves.end()) return line;
    line.push_back(*best);
    position.do_move(*best);
    std::swap(targets.own, targets.other);
  }
  return line;
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
    result.line = best_line(position, targets_of(result), table_, search, budget);
  result.nodes = budget.nodes() - nodes_before;
  return result;
}

}  // namespace trivium::reversi
