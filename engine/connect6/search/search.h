// The search for a turn: exact tactics first, then principal variation search over whole turns with
// iterative deepening.
//
// The steps are:
// - A turn that wins at once is played without search. Threats of the opponent must be parried.
// - The solver looks for a win by continuous threats (threat_solver.h).
// - Turns are searched in the order of their probability. Depth is reduced by the cost of a turn,
//   minus the logarithm of its probability, so that probable lines are searched deeper.
// - At depth 0, the probe looks for a win by double threats before the evaluation is used
//   (threat_probe.h). Near the horizon, a static value far above beta is returned without search
//   (reverse futility pruning).
// - The solver checks promising root turns for a win of the opponent by continuous threats.
// Values outside the range of evaluations are proofs, so a node that did not search all its turns
// never returns a proved loss. Several threads run the same iterations, defer turns that another
// thread is searching (busy_moves.h) and share results in the table. The search is deterministic
// with one thread, unless time or a stop request ends it. Source: Tsuruoka, Yokoyama and Chikayama,
// "Game-tree search algorithm based on realization probability" (ICGA Journal 25(3), 2002).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/evaluation/stone_strengths.h"
#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/connect6/search/transposition_table.h"
#include "engine/connect6/search/turns.h"
#include "engine/connect6/threats/solve.h"
#include "engine/connect6/threats/threat_probe.h"
#include "engine/core/busy_moves.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"
#include "engine/core/node_budget.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

/// Returns the key by which threads share `turn` at the remaining `depth`. `position` is the key of
/// the position.
inline BusyMoves::Key busy_key(std::uint64_t position, Turn turn, Cost depth) noexcept {
  const auto stones =
      static_cast<std::uint64_t>(turn.first) << 32 | static_cast<std::uint64_t>(turn.second) << 16;
  return BusyMoves::key(position, stones, depth);
}

/// Inputs of a search.
struct SearchContext {
  const Weights& weights;
  TranspositionTable& table;
  const Limits& limits;
  Deadline deadline;  ///< deadline of `limits`
  const SearchControl& control;
  const ReportSink<Turn>& report;
  int lines = 1;              ///< number of candidate turns in a report round (MultiPV)
  BusyMoves* busy = nullptr;  ///< shared by the threads of a search; null if there is only one
  SearchParameters parameters{};
};

class SearchThread {
 public:
  /// Requires: `strengths` is for the size of `board`; all arguments outlive the search.
  SearchThread(const Board& board, StoneStrengths& strengths, const SearchContext& context);

  /// Returns the chosen turn; after a stop, the best turn found so far. `first` is kNoCell only if
  /// the game is over. If the limits are infinite, blocks until a stop is requested. Runs each of
  /// `helpers`, which have the same board and context, on its own thread; all have ended on return.
  /// Call it once. Throws std::bad_alloc.
  Turn run(std::span<SearchThread* const> helpers = {});

  std::uint64_t nodes() const noexcept { return budget_.nodes(); }

 private:
  static constexpr int kMaxPly = 100;
  using Variation = std::vector<Turn>;

  struct RootTurn {
    RatedTurn rated;
    Value value = -kInfinity;
    bool has_value = false;     ///< true if `value` is from this iteration or `refuted`
    bool refuted = false;       ///< true if the opponent has a proved win; the value is final
    std::uint64_t checked = 0;  ///< node limit of the last failed search for such a win
    Variation variation;
  };

  // root.cpp
  bool play_forced(Turn& turn);
  Turn desperate_turn() const;
  bool is_verified(const SolveResult& result);
  bool prove_win(Turn& turn);
  bool add_root_turns(const Parries& needed, const Beam& beam);
  bool widen_root();
  void deepen();
  bool search_round(int round);
  bool search_root(Cost depth, Value alpha, Value beta);
  void refute(RootTurn& turn);
  void sort_root();
  void help();
  void send_report(int round, int line, Value value, std::span<const Turn> variation) const;
  void send_reports(int round) const;

  /// State of a node while its turns are searched.
  struct Node {
    Cost depth;
    int ply;
    Value alpha;  ///< lower end of the window; rises
    Value beta;
    const Parries& needed;
    Value value = -kInfinity;
    RatedTurn best;
  };

  // search.cpp
  Value search(Cost depth, int ply, Value alpha, Value beta);
  Value search_turns(Node& node, const RatedTurn& remembered);
  bool is_turn(Turn turn, const Parries& needed) const;
  bool try_turn(const RatedTurn& rated, Node& node);
  BusyMoves::Key shared_key(const RatedTurn& rated, Cost depth) const noexcept;
  bool is_busy(const RatedTurn& rated, Cost depth) const noexcept;
  BusyMoves::Claim claim(const RatedTurn& rated, Cost depth) const noexcept;
  void add_rescues(std::size_t tried, const Parries& needed, const Variation& line, Cost cost,
                   std::vector<RatedTurn>& turns) const;
  Value search_turn(const RatedTurn& rated, Cost depth, int ply, Value alpha, Value beta,
                    bool first);
  std::optional<Value> value_ahead(const Node& node) noexcept;
  Value quiet_value(int ply, Value beta, const Parries& needed);
  bool probe_win(int ply, Value& value);
  void store(Cost depth, int ply, Value value, Score::Bound bound, const RatedTurn& best);

  SearchContext context_;
  const SearchParameters& parameters_ = context_.parameters;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  NodeBudget budget_;
  Position position_;
  TurnGenerator generator_;
  ThreatProbe probe_;
  std::vector<RootTurn> root_;
  bool root_complete_ = false;  // true if root_ has every turn that parries all threats
  bool widened_ = false;
  std::uint64_t check_nodes_ = 0;  // nodes of searches for refutations
  bool is_helper_ = false;
  SharedBudget shared_;                                // shared with helpers
  std::array<std::vector<RatedTurn>, kMaxPly> turns_;  // by ply
  std::array<Variation, kMaxPly + 1> variations_;      // by ply: best line from there
};

}  // namespace trivium::connect6
