// The search of one thread at the root: iterative deepening, aspiration windows, reports.
//
// RootSearch owns the search of the tree below (node_search.h) and decides how deep and in which
// window it searches, when it has thought enough, and what it reports. It allocates when made, in
// prepare() and for its reports, which are left out where memory runs out.
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
  /// Number 0 of a context leads: it watches the clock and reports. Throws std::bad_alloc.
  explicit RootSearch(std::size_t number) : number_(number), tree_(number) {}

  /// The weights to evaluate with from now on; they must outlive their use. To be called before the first search.
  void set_weights(const Weights& weights) noexcept;

  /// Forgets the histories.
  void clear() noexcept { tree_.clear(); }

  /// Makes ready to search the game's position with these root moves (legal, at least one), for `context`, which outlives the search.
  /// May allocate.
  void prepare(const Game& game, const MoveList& root_moves, SearchContext& context);
  /// Ends the use of the context. Nothing but prepare() may follow that needs one.
  void forget_context() noexcept { context_ = nullptr; }

  /// Searches until a limit is reached, the context says stop, or nothing is left to find. Number 0 reports each iteration that ends.
  void run() noexcept;

  /// Returns the nodes of all threads, of the others as far as they have published them.
  std::uint64_t nodes() const noexcept { return tree_.budget().all_nodes(); }

  /// Whether run() was cut off within an iteration: what is known then has not been reported.
  bool was_stopped() const noexcept { return tree_.stopped(); }

  /// The root moves in order, the best first.
  const std::vector<RootMove>& root_moves() const noexcept { return root_moves_; }

  /// The best line whose value is exact, not a bound: of the last iteration, as far as it went. Depth 0 when there is none.
  struct Settled {
    Value value = kDrawValue;
    int depth = 0;
    Line line;
  };
  const Settled& settled() const noexcept { return settled_; }

  /// The line of a root move as a game can play it: legal to the end, not past a draw, longer by a reply from the table if it is bare.
  std::vector<Move> playable_line(const RootMove& root_move) const;

  /// After a search for a mate: the number of moves in which the root moves are proved to lead to
  /// none; 0: nothing is proved.
  int no_mate_in() const noexcept { return no_mate_in_; }

  /// One report for each line wanted, with what is known now; where that is nothing, one with the evaluation of the root, at depth 0.
  void report_lines() const noexcept;

 private:
  bool leads() const noexcept { return number_ == 0; }
  void deepen(int depth_limit) noexcept;
  void iterate(int depth) noexcept;
  void aspirate(int depth, std::size_t line) noexcept;
  /// Searches the moves from rank `line` on; those before it are lines already found at this depth.
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
  ExpectationModel expectation_model_;  ///< of the weights in use
  double reported_hundred_ = 100.0;     ///< of the weights in use
  Value at_first_ = 0;                  ///< the root's value without any search
  std::vector<RootMove> root_moves_;
  bool all_moves_ = true;  ///< the root moves are all the legal ones
  int no_mate_in_ = 0;     ///< moves, proved
  Settled settled_;
  Move reported_best_;
  int unchanged_ = 0;  ///< iterations since the best move changed
};

}  // namespace trivium::chess
