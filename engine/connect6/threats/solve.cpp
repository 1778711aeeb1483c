#include "engine/connect6/threats/solve.h"

#include "engine/connect6/threats/threat_solver.h"
#include "engine/core/deadline.h"
#include "engine/core/node_budget.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

using text::counted;

}  // namespace

SolveResult solve(const Board& board, const SolveLimits& limits, const SearchControl* control,
                  const StepProgress& progress) {
  const SearchControl clock;  // a budget without a control has no clock
  NodeBudget budget(std::nullopt, control != nullptr ? control : &clock, {.maximum = limits.time});
  return ThreatSolver(board, limits, budget, progress).run();
}

std::string to_text(const Board& board, const SolveResult& result, const SolveLimits& limits) {
  if (board.over()) return "The game is over.\n";
  const std::string nodes = counted(result.nodes, "position");
  if (result.status == SolveStatus::kExhausted) {
    return "not proved: no win found by continuous double threats within " +
           counted(limits.turns, "turn") + ", nor with up to " +
           counted(limits.singles, "single threat") + " among them (" + nodes + ")\n";
  }
  if (result.status == SolveStatus::kLimit) {
    return "not proved: double threats searched completely to " + counted(result.turns, "turn") +
           ", then stopped at the limit of " + counted(limits.nodes, "position") +
           (limits.time ? " or " + std::to_string(limits.time->count()) + " ms" : "") + " (" +
           nodes + ")\n";
  }
  const bool black = board.to_move() == Stone::kBlack;
  std::string text = std::string("proved: ") + (black ? "Black" : "White") + " wins in " +
                     counted(result.turns, "turn") + " (" + nodes + ")\n";
  bool attacker = true;
  for (const Turn& turn : main_line(result.proof)) {
    text +=
        (attacker == black ? "  Black: " : "  White: ") + reader_turn(turn, board.size()) + '\n';
    attacker = !attacker;
  }
  return text;
}

}  // namespace trivium::connect6
