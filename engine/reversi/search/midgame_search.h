// Principal variation search to a fixed depth, with the evaluation at its leaves.
//
// A depth is a number of moves; a pass takes none. If the depth reaches the end of the game, the
// endgame search takes over and returns exact scores. ProbCut is the only selective technique.
// Without it, the value is that of plain minimax with the same evaluation, unless the table
// supplies deeper results.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/busy_moves.h"
#include "engine/core/node_budget.h"
#include "engine/core/step_progress.h"
#include "engine/reversi/endgame/endgame_search.h"
#include "engine/reversi/endgame/move_order.h"
#include "engine/reversi/endgame/search_table.h"
#include "engine/reversi/evaluation/evaluation.h"
#include "engine/reversi/patterns/move_strengths.h"
#include "engine/reversi/rules/value.h"
#include "engine/reversi/search/probcut.h"
#include "engine/reversi/search/search_parameters.h"

namespace trivium::reversi {

class MidgameSearch {
 public:
  /// Minimum depth of a node at which progress is reported.
  static constexpr int kReportDepth = 8;

  /// `knowledge` is empty for boards of 4 and 6. `busy` is shared by the threads of a search; null
  /// if there is only one. `progress` receives the number of nodes and the limit
  /// at nodes of at least kReportDepth; it may be null. Requires: the arguments outlive the search.
  MidgameSearch(const Knowledge& knowledge, SearchTable& table, NodeBudget& budget, BusyMoves* busy,
                const SearchParameters& parameters, const StepProgress* progress = nullptr) noexcept
      : evaluator_(knowledge),
        priors_(knowledge.priors.get()),
        table_(table),
        budget_(budget),
        busy_(busy),
        parameters_(parameters),
        progress_(progress != nullptr ? *progress : no_progress_),
        probcut_(knowledge.value.get(), parameters.probcut),
        endgame_(table, budget, progress_, busy) {}
  MidgameSearch(const MidgameSearch&) = delete;
  MidgameSearch& operator=(const MidgameSearch&) = delete;

  /// Returns the value of the side to move if it is in the window; else an upper bound of at most
  /// alpha, or a lower bound of at least beta. The value means nothing if the budget is spent.
  /// Requires: `depth` >= 0.
  Value search(const Position& position, int depth, Window window) {
    return search_node(evaluator_.begin(position), depth, window);
  }

  const Evaluator& evaluator() const noexcept { return evaluator_; }
  EndgameSearch& endgame() noexcept { return endgame_; }

 private:
  Value search_node(const EvaluatedPosition& node, int depth, Window window);
  Value search_moves(const EvaluatedPosition& node, Bitboard squares, int depth, Window window);
  std::optional<Value> try_probcut(const EvaluatedPosition& node, int depth, Value margin,
                                   Window window);
  Move best_known_move(std::uint64_t key) const noexcept;
  void rank(const Position& position, int depth, Move first, OrderedMoves& moves) const noexcept;

  Evaluator evaluator_;
  const MoveStrengths* priors_;  ///< null if there are none
  SearchTable& table_;
  NodeBudget& budget_;
  BusyMoves* busy_;
  const SearchParameters& parameters_;
  const StepProgress no_progress_{};
  const StepProgress& progress_;
  const ProbCutMargins probcut_;
  EndgameSearch endgame_;
};

}  // namespace trivium::reversi
