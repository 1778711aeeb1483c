// The search of one thread: iterative deepening, principal variation search, quiescence.
//
// Several Searchers may work on one SearchContext at once ("lazy SMP"): they share the transposition table, the first of them watches
// the limits and reports. A Searcher allocates only in prepare(); a search neither allocates nor throws nor does I/O. Terms are those of
// the chessprogramming wiki; sources stand at each technique (search_parameters.h has their numbers).
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/chess/history.h"
#include "engine/chess/move_picker.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/time_manager.h"
#include "engine/chess/transposition_table.h"
#include "engine/chess/value.h"
#include "engine/chess/weights.h"
#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::chess {

/// A line of moves from some node on, without allocation.
struct Line {
  std::array<Move, kMaxPly> moves;
  int size = 0;

  void clear() noexcept { size = 0; }
  /// This line becomes `first` and then `rest`.
  void assign(Move first, const Line& rest) noexcept;
};

/// A move at the root with what is known of it.
struct RootMove {
  Move move;
  Value value = -kInfinity;     ///< of the present iteration; -kInfinity = not searched, or no better than the best
  Value previous = -kInfinity;  ///< of the last iteration that finished
  Bound bound = Bound::kExact;
  int depth = 0;  ///< of the iteration that `line` comes from
  int selective_depth = 0;
  Line line;

  Value known_value() const noexcept { return value != -kInfinity ? value : previous; }
};

/// Nodes of one thread, on a cache line of their own.
struct alignas(64) NodeCounter {
  std::atomic<std::uint64_t> count{0};
};

/// What the threads of one search share.
struct SearchContext {
  TranspositionTable& table;
  const Weights& weights;
  const SearchControl& control;
  const Limits& limits;
  const ReportSink<Move>& report;
  TimeManager time;
  std::size_t lines = 1;  ///< principal variations wanted
  std::span<const NodeCounter> counters{};
  std::chrono::steady_clock::time_point started{};
  std::atomic<bool> stop{false};

  std::uint64_t nodes() const noexcept;
};

class Searcher {
 public:
  /// `counter` outlives the Searcher. Number 0 of a context leads: it watches the limits and reports.
  Searcher(NodeCounter& counter, std::size_t number);

  /// Forgets the histories.
  void clear() noexcept { history_.clear(); }

  /// Makes ready to search the game's position with these root moves (legal, at least one), for `context`, which outlives the search.
  /// May allocate.
  void prepare(const Game& game, const MoveList& root_moves, SearchContext& context);

  /// Searches until a limit is reached, the context says stop, or nothing is left to find.
  void run() noexcept;

  /// The root moves in order, the best first.
  const std::vector<RootMove>& root_moves() const noexcept { return root_moves_; }

  /// The line of a root move as a game can play it: legal to the end, not past a draw, longer by a reply from the table if it is bare.
  std::vector<Move> playable_line(const RootMove& root_move) const;

 private:
  struct Frame {
    Line line;
    Killers killers{};
    Undo undo{};
    Value evaluation = kNoValue;
    int since_null = 0;  ///< plies since the last null move, which no repetition crosses
  };

  // Iterations and the root (deepening.cpp).
  void deepen(int depth_limit) noexcept;
  void iterate(int depth) noexcept;
  void aspirate(int depth, std::size_t line) noexcept;
  Value search_root(Value alpha, Value beta, int depth, std::size_t line) noexcept;
  void bring_best_to(std::size_t line) noexcept;
  bool nothing_left(int depth) const noexcept;
  bool time_is_spent(int depth) noexcept;
  void prove_mate(int moves, int depth_limit) noexcept;
  void report_lines() noexcept;
  void report_line(std::size_t rank) const noexcept;

  // One node (search.cpp).
  template <bool kPv>
  Value search_node(Value alpha, Value beta, int depth, int ply, bool expect_cut) noexcept;
  template <bool kPv>
  Value search_moves(Value alpha, Value beta, int depth, int ply, bool expect_cut, Move table_move) noexcept;
  template <bool kPv>
  Value search_child(Value alpha, Value beta, int depth, int reduction, int ply, bool first, bool expect_cut) noexcept;
  std::optional<Value> try_null_move(Value beta, int depth, int ply, bool expect_cut) noexcept;
  bool is_hopeless(Move move, bool quiet, int depth, int move_number, Value alpha, int ply) const noexcept;
  int reduction(Move move, bool quiet, int depth, int move_number, bool pv, bool expect_cut) const noexcept;
  void reward_cutoff(Move move, int depth, int ply, std::span<const Move> failed) noexcept;

  // Quiescence (quiescence.cpp).
  template <bool kPv>
  Value quiescence(Value alpha, Value beta, int ply) noexcept;

  // Parts of every node (search.cpp).
  bool enter_node(int ply) noexcept;
  void poll() noexcept;
  bool is_draw(int ply) const noexcept;
  bool is_repetition(int ply) const noexcept;
  Value evaluate_here() const noexcept;
  void do_move(Move move, int ply) noexcept;
  void undo_move(Move move, int ply) noexcept;
  std::uint64_t table_key() const noexcept { return position_.key() ^ table_salt_; }
  Frame& frame(int ply) noexcept { return frames_[static_cast<std::size_t>(ply)]; }
  const Frame& frame(int ply) const noexcept { return frames_[static_cast<std::size_t>(ply)]; }

  NodeCounter& counter_;
  const std::size_t number_;
  const bool leads_ = number_ == 0;
  SearchContext* context_ = nullptr;
  Position position_;
  std::vector<std::uint64_t> keys_;  ///< the game's, then those of the line being searched
  std::size_t root_key_ = 0;         ///< index of the root's key
  std::vector<Frame> frames_;
  std::vector<RootMove> root_moves_;
  History history_;
  std::uint64_t nodes_ = 0;
  int until_poll_ = 1;
  int root_depth_ = 0;
  int selective_depth_ = 0;
  bool stopped_ = false;
  bool exhaustive_ = false;       ///< proving a mate: nothing is pruned or reduced
  std::uint64_t table_salt_ = 0;  ///< keeps the entries of exhaustive searches apart
  Move reported_best_;
  int settled_ = 0;  ///< iterations since the best move changed
};

}  // namespace trivium::chess
