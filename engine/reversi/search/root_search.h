// The search of one thread at the root: iterative deepening, the end of the game, reports.
//
// The steps are:
// - A forced pass is played at once. If a clock runs, an only legal move is too.
// - Iterations of increasing depth, with an aspiration window if only one line is requested.
// - When the limits probably suffice to solve the position, searches to the end of the game find
//   the winner first and then the score.
// Several threads run the same iterations, defer moves that another thread is searching
// (busy_moves.h) and share results in the table. The search is deterministic with one thread,
// unless time or a stop request ends it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/core/busy_moves.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"
#include "engine/core/node_budget.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"
#include "engine/reversi/endgame/search_table.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/rules/position.h"
#include "engine/reversi/rules/value.h"
#include "engine/reversi/search/midgame_search.h"
#include "engine/reversi/search/search_parameters.h"

namespace trivium::reversi {

/// Inputs of a search.
struct SearchContext {
  const Knowledge& knowledge;  ///< empty for boards of 4 and 6
  SearchTable& table;
  const Limits& limits;
  Deadline deadline;  ///< deadline of `limits`
  const SearchControl& control;
  const ReportSink<Move>& report;
  int lines = 1;              ///< number of principal variations (MultiPV), at least 1
  BusyMoves* busy = nullptr;  ///< shared by the threads of a search; null if there is only one
  SearchParameters parameters{};
};

class RootSearch {
 public:
  /// Requires: `context` and what it refers to outlive the search. Throws std::bad_alloc.
  RootSearch(const Position& position, const SearchContext& context);
  RootSearch(const RootSearch&) = delete;
  RootSearch& operator=(const RootSearch&) = delete;

  /// Returns the chosen move; after a stop, or if memory runs out, the best one found so far; kPass
  /// if the game is over. If the limits are infinite, blocks until a stop is requested. Runs each
  /// of `helpers`, which have the same position and context, on its own thread; all have ended on
  /// return. Call it once.
  Move run(std::span<RootSearch* const> helpers = {});

  std::uint64_t nodes() const noexcept { return budget_.nodes(); }

 private:
  struct RootMove {
    Move move;
    Position after;
    Value value = -kInfinity;
    Score::Bound bound = Score::Bound::kExact;
    bool has_value = false;  ///< true if `value` is from this iteration
  };

  void add_root_moves();
  void search(std::span<RootSearch* const> helpers);
  bool is_forced() const noexcept;
  void search_beside(std::span<RootSearch* const> helpers, const std::function<void()>& lead,
                     void (RootSearch::*help)());
  bool deepen();
  void help_deepen();
  void solve();
  bool should_solve() const noexcept;
  std::uint64_t available_nodes() const noexcept;
  bool search_iteration(int depth);
  bool search_root(int depth, Window window);
  Value search_move(const RootMove& root_move, int depth, Window window, bool whole_window);
  void sort_root();
  std::vector<Move> variation(const RootMove& root_move) const;
  std::vector<Move> solved_variation(const RootMove& root_move);
  void send_reports(int depth, bool is_complete);
  void send_report(int depth, int line, const RootMove& root_move, std::vector<Move> moves) const;

  const SearchContext& context_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  const Position position_;
  const int empty_;
  NodeBudget budget_;
  SharedBudget shared_;  ///< shared with helpers
  bool is_helper_ = false;
  MidgameSearch tree_;
  std::vector<RootMove> root_;  ///< the best move first
  Move reported_ = kPass;       ///< first move of the last report; kPass before the first
};

}  // namespace trivium::reversi
