// The search of one thread below the root: principal variation search and quiescence.
//
// NodeSearch searches the tree below a list of root moves to a given depth. RootSearch
// (root_search.h) chooses depths and windows, and sends reports. Several NodeSearch objects may
// work on one SearchContext at once ("lazy SMP"): they share the transposition table, and number 0
// checks the clock. A search allocates nothing, does not throw and does no I/O. Terms are those of
// the chessprogramming wiki; sources are named at each technique (parameters: search_parameters.h):
//
//   node_search.cpp      nodes and their moves, the root included
//   pruning.cpp          ends nodes early and skips moves
//   selectivity.cpp      extensions and reductions
//   quiescence.cpp       beyond the last ply
//   history_updates.cpp  what a node adds to the histories
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/chess/endgame/tablebase.h"
#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/value.h"
#include "engine/chess/search/history.h"
#include "engine/chess/search/move_picker.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/chess/search/transposition_table.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"
#include "engine/core/node_budget.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::chess {

/// A line of moves, stored without allocation.
struct Line {
  std::array<Move, kMaxPly> moves;
  int size = 0;

  void clear() noexcept { size = 0; }
  /// Sets this line to `first` followed by `rest`.
  void assign(Move first, const Line& rest) noexcept;
};

/// A root move with its results.
struct RootMove {
  Move move;
  Value value = -kInfinity;  ///< of the present iteration; -kInfinity = not searched, or not better
                             ///< than the best
  Value previous = -kInfinity;  ///< value of the last iteration that found one
  int previous_depth = 0;       ///< depth of that iteration
  Bound bound = Bound::kExact;
  int depth = 0;  ///< depth of the iteration that `line` comes from
  int selective_depth = 0;
  std::uint64_t nodes = 0;  ///< nodes spent on this move, in all iterations
  Line line;

  Value known_value() const noexcept { return value != -kInfinity ? value : previous; }
  /// Depth of the iteration that known_value() comes from.
  int known_depth() const noexcept { return value != -kInfinity ? depth : previous_depth; }
  void begin_iteration() noexcept;
};

/// State shared by the threads of one search.
struct SearchContext {
  TranspositionTable& table;
  const SearchParameters& parameters;
  const TablebaseOptions& tablebases;
  const SearchControl& control;
  const Limits& limits;
  const ReportSink<Move>& report;
  Deadline deadline;      ///< derived from `limits`
  std::size_t lines = 1;  ///< number of principal variations
  std::chrono::steady_clock::time_point started{};
  SharedBudget shared{};
};

/// Expected kind of a node (Knuth and Moore 1975): principal variation, cutoff, or no move above
/// alpha.
enum class NodeKind : std::uint8_t { kPv, kCut, kAll };

/// Returns the kind of the children of a node outside the principal variation.
constexpr NodeKind opposite(NodeKind kind) noexcept {
  return kind == NodeKind::kCut ? NodeKind::kAll : NodeKind::kCut;
}

/// A search of the root to one depth.
struct RootTask {
  Value alpha;
  Value beta;
  int depth;
  bool all_moves = true;    ///< the moves to search are all legal moves, so the table may store the
                            ///< result
  bool exhaustive = false;  ///< no pruning and no reductions, for the proof of a mate
};

class NodeSearch {
 public:
  /// `number` is the thread's number within its context, from 0. Throws std::bad_alloc.
  explicit NodeSearch(std::size_t number);

  /// Sets the weights. Call before the first search. Requires: `weights` outlives its use.
  void set_weights(const Weights& weights) noexcept;

  /// Clears the histories.
  void clear() noexcept { histories_->clear(); }

  /// Prepares a search of the game's position. May allocate. Requires: `context` outlives the
  /// search.
  void prepare(const Game& game, SearchContext& context);
  /// Returns the evaluation of the root, without any search.
  Value evaluate_root() noexcept { return evaluator_.evaluate(position_); }
  /// Calls `visit` for each legal move of the root, in the order in which a search would try them.
  template <class Visit>
  void visit_root_moves(const Visit& visit) {
    const std::optional<TableEntry> hit = context_->table.probe(position_.key(), 0);
    MovePicker picker(position_, hit ? hit->move : Move(), move_order(0));
    while (const Move move = picker.next()) visit(move);
  }

  /// Searches `moves`, the previous best first, and stores the results in them. Returns the value,
  /// which is invalid if stopped().
  Value search_root(std::span<RootMove> moves, const RootTask& task) noexcept;

  /// True if the search was cut off.
  bool stopped() const noexcept { return budget_.was_spent(); }
  /// The limits of this thread, and the nodes that it counted.
  NodeBudget& budget() noexcept { return budget_; }
  const NodeBudget& budget() const noexcept { return budget_; }
  /// The root position, and the keys of the game up to it.
  const Position& position() const noexcept { return position_; }
  std::span<const std::uint64_t> game_keys() const noexcept {
    return {keys_.data(), root_key_ + 1};
  }

 private:
  struct Frame {
    Line line;
    Killers killers{};
    Undo undo{};
    PieceToHistory* continuation = nullptr;  ///< history after the move made at this ply; null if
                                             ///< there is none
    unsigned move_code = kMoveCodes;         ///< code of that move
    Value evaluation = kNoValue;             ///< corrected static evaluation; kNoValue in check
    int since_null = 0;  ///< plies since the last null move; repetitions do not cross it

    void forget() noexcept;
  };

  /// One call of search_node(): its arguments, and what is known before the moves.
  struct Node {
    Value alpha;
    Value beta;
    int depth;
    int ply;
    NodeKind kind;
    int double_extensions;  ///< on the path to this node
    Move excluded;          ///< move that is skipped, to test whether it is singular; or none
    bool in_check = false;
    bool improving = true;  ///< the evaluation is better than two (or four) plies ago
    bool was_pv = false;
    bool table_captures = false;  ///< the table's move is a capture
    Move table_move{};
    Value raw_evaluation = kNoValue;  ///< uncorrected, from the Evaluator
    Value estimate = kNoValue;        ///< evaluation, or the table's value if that is more precise
    std::optional<TableEntry> hit{};

    bool pv() const noexcept { return kind == NodeKind::kPv; }
  };

  /// A move before it is searched.
  struct Candidate {
    Move move;
    int number;   ///< position in the move order, from 1
    int history;  ///< history score
    bool quiet;
    bool refutation;  ///< a killer or the countermove
    bool losing;      ///< a capture that loses material
    bool gives_check;
  };

  /// Searched moves of a node that did not raise alpha.
  struct Tried {
    MoveList quiets;
    MoveList captures;
  };

  struct Extension {
    int plies = 0;
    std::optional<Value> cut{};  ///< value to return without searching the node
  };

  // One node (node_search.cpp).
  Value search_node(Value alpha, Value beta, int depth, int ply, NodeKind kind,
                    int double_extensions, Move excluded = Move()) noexcept;
  Node root_node(const RootTask& task) noexcept;
  void probe_table(Node& node) noexcept;
  void evaluate(Node& node) noexcept;
  Value search_moves(Node& node) noexcept;
  Candidate candidate(Move move, int number, MovePicker::Stage stage,
                      const MoveOrder& order) const noexcept;
  Value search_child(const Node& node, const Candidate& candidate, int extended,
                     Value best) noexcept;
  void store(const Node& node, Value best, Move best_move, Bound bound) noexcept;

  // Pruning of nodes and moves (pruning.cpp).
  std::optional<Value> look_up_endgame(const Node& node) noexcept;
  std::optional<Value> prune(const Node& node) noexcept;
  std::optional<Value> try_reverse_futility(const Node& node) const noexcept;
  std::optional<Value> try_null_move(const Node& node) noexcept;
  std::optional<Value> try_probcut(const Node& node) noexcept;
  bool is_hopeless(const Node& node, const Candidate& candidate, MovePicker& picker) const noexcept;
  bool is_hopeless_quiet(const Node& node, const Candidate& candidate,
                         MovePicker& picker) const noexcept;

  // Depth of a move's search (selectivity.cpp).
  Extension extension(const Node& node, Move move) noexcept;
  int internal_reduction(const Node& node) const noexcept;
  int reduction(const Node& node, const Candidate& candidate) const noexcept;
  int general_reduction(const Node& node, int move_number) const noexcept;

  // Updates of histories and corrections (history_updates.cpp).
  void reward(const Node& node, Move best, const Tried& tried) noexcept;
  void reward_quiet(Move move, int ply, int bonus) noexcept;
  void reward_capture(Move move, int bonus) noexcept;
  void remember_refutation(Move move, int ply) noexcept;
  Value corrected(Value evaluation, int ply) noexcept;
  void learn_correction(const Node& node, Value best, Move best_move, Bound bound) noexcept;
  Corrections::Slots correction_slots(int ply) noexcept;

  // Quiescence (quiescence.cpp).
  Value quiescence(Value alpha, Value beta, int ply, bool pv) noexcept;
  bool cannot_help(Move move, Value evaluation, Value alpha, Value& best) const noexcept;
  Value material_gained(Move move) const noexcept;

  // Functions used at every node (node_search.cpp).
  bool enter_node(int ply) noexcept;
  bool is_draw(int ply) const noexcept;
  bool trusts_table() const noexcept;
  bool is_repetition(int ply) const noexcept;
  bool can_repeat(int ply) const noexcept;
  int reversible_plies(int ply) const noexcept;
  MoveOrder move_order(int ply) const noexcept;
  void do_move(Move move, int ply) noexcept;
  void undo_move(Move move, int ply) noexcept;
  void do_null_move(int ply) noexcept;
  void undo_null_move(int ply) noexcept;
  const SearchParameters& parameters() const noexcept { return context_->parameters; }
  std::uint64_t table_key() const noexcept { return position_.key() ^ table_salt_; }
  std::uint64_t table_key_after(Move move) const noexcept;
  /// `ply` may be as low as -kFramesBefore; frames before the root have no move.
  Frame& frame(int ply) noexcept { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
  const Frame& frame(int ply) const noexcept {
    return frames_[static_cast<std::size_t>(ply + kFramesBefore)];
  }

  static constexpr int kFramesBefore = 4;

  const bool is_main_thread_;
  SearchContext* context_ = nullptr;
  Evaluator evaluator_;
  std::array<int, kPieceTypes + 1> piece_values_{};  ///< in centipawns, from the present weights
  Position position_;
  std::vector<std::uint64_t> keys_;  ///< keys of the game, then of the present line
  std::size_t root_key_ = 0;         ///< index of the root's key
  std::vector<Frame> frames_;
  std::unique_ptr<Histories> histories_;
  NodeBudget budget_;
  int root_depth_ = 0;
  int selective_depth_ = 0;
  bool exhaustive_ = false;       ///< see RootTask
  bool corrects_ = false;         ///< the parameters enable corrections
  std::uint64_t table_salt_ = 0;  ///< separates the entries of exhaustive searches
};

}  // namespace trivium::chess
