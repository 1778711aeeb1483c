#include "engine/reversi/endgame/best_line.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace trivium::reversi {
namespace {

/// Minimum scores that the moves of the best line must keep, each from the view of its side.
/// -kMaxScore: any move does.
struct Targets {
  int own;    ///< of the side to move
  int other;  ///< of the other side
};

Targets targets_of(const ScoreBounds& known) noexcept {
  if (known.is_exact()) return {.own = known.lower, .other = -known.lower};
  constexpr int kWin = 1;
  return known.lower > 0 ? Targets{.own = kWin, .other = -kMaxScore}
                         : Targets{.own = -kMaxScore, .other = kWin};
}

/// Returns the legal moves, beginning with the one in the table if there is one.
std::vector<Move> candidates(const Position& position, const SearchTable& table) {
  std::vector<Move> moves = legal_moves(position);
  if (const std::optional<TableEntry> hit = table.probe(position.key())) {
    const auto known = std::find(moves.begin(), moves.end(), hit->move);
    if (known != moves.end()) std::rotate(moves.begin(), known, known + 1);
  }
  return moves;
}

}  // namespace

std::vector<Move> best_line(Position position, const ScoreBounds& known, const SearchTable& table,
                            EndgameSearch& search, const NodeBudget& budget) {
  Targets targets = targets_of(known);
  std::vector<Move> line;
  while (!position.over() && !budget.was_spent()) {
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

}  // namespace trivium::reversi
