#include "engine/connect6/solve.h"

#include "engine/connect6/budget.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/threat_solver.h"

namespace trivium::connect6 {

SolveResult solve(const Board& board, const SolveLimits& limits, const SearchControl* control) {
  const SearchControl unstoppable;
  Limits for_budget;
  for_budget.move_time = limits.time;
  for_budget.infinite = !limits.time;
  Budget budget(for_budget, control != nullptr ? *control : unstoppable);
  return ThreatSolver(board, limits, budget).run();
}

std::string to_text(const Board& board, const SolveResult& result, const SolveLimits& limits) {
  if (board.over()) return "The game is over.\n";
  const std::string nodes = std::to_string(result.nodes) + (result.nodes == 1 ? " position" : " positions");
  if (result.status == SolveStatus::kExhausted) {
    return "not proved: no win by continuous double threats within " + std::to_string(limits.turns) + " turns, and none found with up to " +
           std::to_string(limits.singles) + " single threats among them (" + nodes + ")\n";
  }
  if (result.status == SolveStatus::kLimit) {
    return "not proved: double threats searched out to " + std::to_string(result.turns) + " turns, then stopped at the limit of " +
           std::to_string(limits.nodes) + " positions" + (limits.time ? " or " + std::to_string(limits.time->count()) + " ms" : "") + " (" +
           nodes + ")\n";
  }
  const bool black = board.to_move() == Stone::kBlack;
  std::string text = std::string("proved: ") + (black ? "Black" : "White") + " wins in " + std::to_string(result.turns) +
                     (result.turns == 1 ? " turn (" : " turns (") + nodes + ")\n";
  bool attacker = true;
  for (const Turn& turn : main_line(result.proof)) {
    if (text.back() != '\n') text += ' ';
    text += (attacker == black) ? "B[" : "W[";
    text += record_vertex(turn.first, board.size());
    if (turn.second != kNoCell) text += record_vertex(turn.second, board.size());
    text += ']';
    attacker = !attacker;
  }
  return text + '\n';
}

}  // namespace trivium::connect6
