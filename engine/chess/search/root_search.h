// The search of one thread at the root: iterative deepening, aspiration windows, reports.
//
// RootSearch owns the search of the tree below the root (node_search.h). It chooses depths and
// windows, decides when to stop, and sends reports. It allocates in the constructor, in prepare()
// and for reports; a report is omitted if its allocation fails.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/chess/evaluation/expectation.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/value.h"
#include "engine/chess/search/node_search.h"

namespace trivium::chess {

class RootSearch {
 public:
  /// `number` is the thread's number within its context, from 0. Number 0 is the main thread, which
  /// checks the clock and sends reports. Throws std::bad_alloc.
  explicit RootSearch(std::size_t number) : number_(number), tree_(number) {}

  /// Sets the weights. Call before the first search. Requires: `weights` outlives its use.
  void set_weights(const Weights& weights) noexcept;

  /// Clears the histories.
  void clear() noexcept { tree_.clear(); }

  /// Prepares a search of the game's position with these root moves (legal, at least one). May
  /// allocate. Requires: `context` outlives the search.
  void prepare(const Game& game, const MoveList& root_moves, SearchContext& context);
  /// Removes the context. run(), playable_line() and report_lines() require a prepare() before.
  void forget_context() noexcept { context_ = nullptr; }

  /// Searches until a limit is reached, a stop is requested, or the result is final. Number 0
  /// reports each finished iteration.
  void run() noexcept;

  /// Returns the nodes of all threads; those of other threads as far as they are published.
  std::uint64_t nodes() const noexcept { return tree_.budget().all_nodes(); }

  /// True if run() was stopped within an iteration, whose results have not been reported.
  bool was_stopped() const noexcept { return tree_.stopped(); }

  /// Root moves, the best first.
  const std::vector<RootMove>& root_moves() const noexcept { return root_moves_; }

  /// The latest best line with an exact value; it may come from an unfinished iteration. Depth 0 if
  /// there is none.
  struct Settled {
    Value value = kDrawValue;
    int depth = 0;
    Line line;
  };
  const Settled& settled() const noexcept { return settled_; }

  /// Returns the line of a root move as a game can play it: legal, ended at a draw, and extended by
  /// a reply from the table if it has one move only.
  std::vector<Move> playable_line(const RootMove& root_move) const;

  /// After a search for a mate: the number of moves within which the root moves are proved not to
  /// mate; 0: nothing proved.
  int no_mate_in() const noexcept { return no_mate_in_; }

  /// Sends one report for each line. If there are no results, reports the root's evaluation at
  /// depth 0.
  void report_lines() const noexcept;

 private:
  bool leads() const noexcept { return number_ == 0; }
  void deepen(int depth_limit) noexcept;
  void iterate(int depth) noexcept;
  void aspirate(int depth, std::size_t line) noexcept;
  /// Searches the root moves from rank `line` on, for the next line of MultiPV. Those before it are
  /// the lines that were already found at this depth.
  Value search(Value alpha, Value beta, int depth, std::size_t line) noexcept;
  void keep_if_exact() noexcept;
  void prefer_settled() noexcept;
  void bring_best_to(std::size_t line) noexcept;
  void put_in_order(std::size_t ranks) noexcept;
  bool nothing_left(int depth) const noexcept;
  bool time_is_spent(int depth) noexcept;
  void prove_mate(int moves, int depth_limit) noexcept;
  void report_line(std::size_t rank, int hash_per_mille) const noexcept;

  const std::size_t number_;
  NodeSearch tree_;
  SearchContext* context_ = nullptr;
  ExpectationModel expectation_model_;  ///< from the present weights
  double reported_hundred_ = 100.0;     ///< from the present weights
  Value at_first_ = 0;                  ///< root value without any search
  std::vector<RootMove> root_moves_;
  bool all_moves_ = true;  ///< the root moves are all legal moves
  int no_mate_in_ = 0;     ///< in moves; proved
  Settled settled_;
  Move reported_best_;
  int unchanged_ = 0;  ///< iterations since the best move changed
};

}  // namespace trivium::chess
