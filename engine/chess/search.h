// The search of one thread: iterative deepening, principal variation search, quiescence.
//
// Several Searchers may work on one SearchContext at once ("lazy SMP"): they share the transposition table, the first of them watches
// the clock and reports. A Searcher allocates when made, in prepare() and for its reports, which are left out where memory runs out; a
// search does not throw and does no I/O. Terms are those of the chessprogramming wiki; sources stand at each technique
// (search_parameters.h has their numbers):
//
//   deepening.cpp    iterations, aspiration, the root       pruning.cpp          what ends a node or skips a move
//   search.cpp       a node and its moves                   selectivity.cpp      extensions and reductions
//   quiescence.cpp   beyond the last ply                    history_updates.cpp  what a node teaches
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

#include "engine/chess/evaluation.h"
#include "engine/chess/expectation.h"
#include "engine/chess/history.h"
#include "engine/chess/move_picker.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/search_parameters.h"
#include "engine/chess/tablebase.h"
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
  Value previous = -kInfinity;  ///< of the last iteration that found one
  int previous_depth = 0;       ///< of that iteration
  Bound bound = Bound::kExact;
  int depth = 0;  ///< of the iteration that `line` comes from
  int selective_depth = 0;
  std::uint64_t nodes = 0;  ///< spent on this move, in all iterations
  Line line;

  Value known_value() const noexcept { return value != -kInfinity ? value : previous; }
  /// Of the iteration that known_value() comes from.
  int known_depth() const noexcept { return value != -kInfinity ? depth : previous_depth; }
  void begin_iteration() noexcept;
};

/// Nodes of one thread, on a cache line of their own.
struct alignas(64) NodeCounter {
  std::atomic<std::uint64_t> count{0};
};

/// What the threads of one search share.
struct SearchContext {
  TranspositionTable& table;
  const SearchParameters& parameters;
  const TablebaseOptions& tablebases;
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

/// What a search expects of a node (Knuth and Moore 1975): a place in the principal variation, a cut-off, or no move above alpha.
enum class NodeKind : std::uint8_t { kPv, kCut, kAll };

/// The kind of the children of a node that is not in the principal variation.
constexpr NodeKind opposite(NodeKind kind) noexcept { return kind == NodeKind::kCut ? NodeKind::kAll : NodeKind::kCut; }

class Searcher {
 public:
  /// `counter` outlives the Searcher. Number 0 of a context leads: it watches the clock and reports. Throws std::bad_alloc.
  Searcher(NodeCounter& counter, std::size_t number);

  /// The weights to evaluate with from now on; they must outlive their use. To be called before the first search.
  void set_weights(const Weights& weights) noexcept;

  /// Forgets the histories.
  void clear() noexcept { histories_->clear(); }

  /// Makes ready to search the game's position with these root moves (legal, at least one), for `context`, which outlives the search.
  /// May allocate.
  void prepare(const Game& game, const MoveList& root_moves, SearchContext& context);
  /// Ends the use of the context. Nothing but prepare() may follow that needs one.
  void forget_context() noexcept { context_ = nullptr; }

  /// Searches until a limit is reached, the context says stop, or nothing is left to find. Number 0 reports each iteration that ends.
  void run() noexcept;

  /// Whether run() was cut off within an iteration: what is known then has not been reported.
  bool was_stopped() const noexcept { return stopped_; }

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

  /// After a search for a mate: it is proved that the root moves lead to none in so many moves; 0: nothing is proved.
  int no_mate_in() const noexcept { return no_mate_in_; }

  /// One report for each line wanted, with what is known now; where that is nothing, one with the evaluation of the root, at depth 0.
  void report_lines() const noexcept;

 private:
  struct Frame {
    Line line;
    Killers killers{};
    Undo undo{};
    PieceToHistory* continuation = nullptr;  ///< of the move made here; null when it was none
    unsigned move_code = kMoveCodes;         ///< of that move
    Move excluded{};                         ///< not to be searched here: is it alone in being good?
    Value evaluation = kNoValue;             ///< static and corrected; none in check
    int since_null = 0;                      ///< plies since the last null move, which no repetition crosses
    int double_extensions = 0;               ///< in the line that leads here

    void forget() noexcept;
  };

  /// One call of search_node(): what was asked and what is known before the moves.
  struct Node {
    Value alpha;
    Value beta;
    int depth;
    int ply;
    NodeKind kind;
    bool in_check = false;
    bool improving = true;  ///< the side to move stands better than at its last turn
    bool was_pv = false;
    bool table_captures = false;  ///< whether the table's move does
    Move table_move{};
    Move excluded{};
    Value raw_evaluation = kNoValue;  ///< as Evaluator says
    Value estimate = kNoValue;        ///< evaluation, or the table's value where that is nearer to the truth
    std::optional<TableEntry> hit{};

    bool pv() const noexcept { return kind == NodeKind::kPv; }
  };

  /// A move that is about to be searched.
  struct Candidate {
    Move move;
    int number;   ///< from 1
    int history;  ///< score
    bool quiet;
    bool refutation;  ///< a killer or the countermove
    bool losing;      ///< a capture that loses material
    bool gives_check;
  };

  /// The moves of a node that were searched without being better.
  struct Tried {
    MoveList quiets;
    MoveList captures;
  };

  struct Extension {
    int plies = 0;
    std::optional<Value> cut;  ///< the node has this value: it need not be searched
  };

  // Iterations and the root (deepening.cpp).
  void deepen(int depth_limit) noexcept;
  void iterate(int depth) noexcept;
  void aspirate(int depth, std::size_t line) noexcept;
  Value search_root(Value alpha, Value beta, int depth, std::size_t line) noexcept;
  Node root_node(Value alpha, Value beta, int depth) noexcept;
  void keep_if_exact() noexcept;
  void prefer_settled() noexcept;
  void bring_best_to(std::size_t line) noexcept;
  void put_in_order(std::size_t ranks) noexcept;
  bool nothing_left(int depth) const noexcept;
  bool time_is_spent(int depth) noexcept;
  void prove_mate(int moves, int depth_limit) noexcept;
  void report_line(std::size_t rank, int hash_per_mille) const noexcept;

  // One node (search.cpp).
  Value search_node(Value alpha, Value beta, int depth, int ply, NodeKind kind) noexcept;
  void probe_table(Node& node) noexcept;
  void evaluate(Node& node) noexcept;
  Value search_moves(Node& node) noexcept;
  Candidate candidate(Move move, int number, MovePicker::Stage stage, const MoveOrder& order) const noexcept;
  Value search_child(const Node& node, const Candidate& candidate, int depth, int reduction, Value best) noexcept;
  void store(const Node& node, Value best, Move best_move, Bound bound) noexcept;

  // What ends a node or skips a move (pruning.cpp).
  std::optional<Value> look_up_endgame(const Node& node) noexcept;
  std::optional<Value> prune(const Node& node) noexcept;
  std::optional<Value> try_reverse_futility(const Node& node) const noexcept;
  std::optional<Value> try_null_move(const Node& node) noexcept;
  std::optional<Value> try_probcut(const Node& node) noexcept;
  bool is_hopeless(const Node& node, const Candidate& candidate, MovePicker& picker) const noexcept;
  bool is_hopeless_quiet(const Node& node, const Candidate& candidate, MovePicker& picker) const noexcept;

  // How deep a move is searched (selectivity.cpp).
  Extension extension(const Node& node, Move move) noexcept;
  int internal_reduction(const Node& node) const noexcept;
  int reduction(const Node& node, const Candidate& candidate) const noexcept;
  int general_reduction(const Node& node, int move_number) const noexcept;

  // What a node teaches (history_updates.cpp).
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

  // Parts of every node (search.cpp).
  bool enter_node(int ply) noexcept;
  void poll() noexcept;
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
  /// `ply` may be as low as -kFramesBefore: nothing was moved there.
  Frame& frame(int ply) noexcept { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
  const Frame& frame(int ply) const noexcept { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }

  static constexpr int kFramesBefore = 4;

  NodeCounter& counter_;
  const std::size_t number_;
  const bool leads_ = number_ == 0;
  SearchContext* context_ = nullptr;
  Evaluator evaluator_;
  std::array<int, kPieceTypes + 1> piece_values_{};  ///< by the weights in use, centipawns
  ExpectationModel expectation_model_;               ///< of the weights in use
  double told_as_hundred_ = 100.0;                   ///< of the weights in use
  Position position_;
  std::vector<std::uint64_t> keys_;  ///< the game's, then those of the line being searched
  std::size_t root_key_ = 0;         ///< index of the root's key
  Value at_first_ = 0;               ///< the root's value without any search
  std::vector<Frame> frames_;
  std::vector<RootMove> root_moves_;
  std::unique_ptr<Histories> histories_;
  std::uint64_t nodes_ = 0;
  int until_poll_ = 1;
  int root_depth_ = 0;
  int selective_depth_ = 0;
  int no_null_before_ = 0;  ///< ply: while a null move's cut-off is verified, there are none above it
  bool stopped_ = false;
  int no_mate_in_ = 0;            ///< moves, proved
  bool exhaustive_ = false;       ///< proving a mate: nothing is pruned or reduced
  bool corrects_ = false;         ///< whether the parameters have corrections at all
  std::uint64_t table_salt_ = 0;  ///< keeps the entries of exhaustive searches apart
  Settled settled_;
  Move reported_best_;
  int unchanged_ = 0;             ///< iterations since the best move changed
  bool enough_when_hit_ = false;  ///< pondering: what was thought would do for a move
  bool all_moves_ = true;         ///< the root moves are all the legal ones
};

}  // namespace trivium::chess
