// The search for a turn: exact tactics first, then principal variation search over whole turns, deeper and deeper.
//
// A turn that wins is played; threats are parried; a win by continuous threats is looked for (threat_solver.h). Then turns are searched in
// the order of their probability, and depth is paid with it: a turn costs minus the logarithm of its probability, so that likely lines are
// followed far and unlikely ones are not. Where the depth is spent, a win by double threats is looked for before the value is believed
// (threat_probe.h); where little is left, who is far ahead is believed at once. Values beyond every evaluation are proofs: a node whose
// turns were not all searched never claims a loss. Several threads search the same rounds, put off turns that another one is searching
// (busy_turns.h), and share what they find in the table; one alone does the same work every time. Source: Tsuruoka, Yokoyama and Chikayama,
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
#include "engine/connect6/search/busy_turns.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/connect6/search/transposition_table.h"
#include "engine/connect6/search/turns.h"
#include "engine/connect6/threats/solve.h"
#include "engine/connect6/threats/threat_probe.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"
#include "engine/core/node_budget.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

/// What a search works with.
struct SearchContext {
  const Weights& weights;
  TranspositionTable& table;
  const Limits& limits;
  Deadline deadline;  ///< of `limits`
  const SearchControl& control;
  const ReportSink<Turn>& report;
  int lines = 1;              ///< how many candidate turns a report round lists
  BusyTurns* busy = nullptr;  ///< shared by the threads of a search; null where there is one alone
  SearchParameters parameters{};
};

class Search {
 public:
  /// `strengths` are of the position's size. All must outlive the search.
  Search(const Board& board, StoneStrengths& strengths, const SearchContext& context);

  /// The turn chosen. `first` is kNoCell only when the game is over. After a stop: the best turn known. `helpers` search along, each on a
  /// thread of its own, and have ended when this returns.
  Turn run(std::span<Search* const> helpers = {});

  std::uint64_t nodes() const noexcept { return budget_.nodes(); }

 private:
  static constexpr int kMaxPly = 100;
  using Variation = std::vector<Turn>;

  struct RootTurn {
    RatedTurn rated;
    Value value = -kInfinity;
    bool searched = false;      ///< whether `value` is of this round of deepening, and not a bound
    bool refuted = false;       ///< the opponent's win behind it is proved: `value` and `variation` stay as they are
    std::uint64_t checked = 0;  ///< nodes in which such a win was looked for in vain
    Variation variation;
  };

  // root.cpp
  bool settle(Turn& turn);
  Turn desperate_turn() const;
  bool is_believed(const SolveResult& result);
  bool prove_win(Turn& turn);
  bool add_root_turns(const Parries& needed, const Beam& beam);
  bool widen_root();
  void deepen();
  bool search_round(int round);
  bool search_root(Cost depth, Value alpha, Value beta);
  void refute(RootTurn& turn);
  void sort_root();
  void help() noexcept;
  void send_report(int round, int line, Value value, std::span<const Turn> variation) const;
  void send_reports(int round) const;

  /// A node while its turns are tried.
  struct Node {
    Cost depth;
    int ply;
    Value alpha;  ///< rises
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
  BusyTurns::Key shared_key(const RatedTurn& rated, Cost depth) const noexcept;
  bool is_busy(const RatedTurn& rated, Cost depth) const noexcept;
  BusyTurns::Claim claim(const RatedTurn& rated, Cost depth) const noexcept;
  void add_rescues(std::size_t tried, const Parries& needed, const Variation& line, Cost cost, std::vector<RatedTurn>& turns) const;
  Value search_turn(const RatedTurn& rated, Cost depth, int ply, Value alpha, Value beta, bool first);
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
  bool root_complete_ = false;  // every turn that parries what must be parried is in it
  bool widened_ = false;
  std::uint64_t check_nodes_ = 0;  // in which refutations were looked for
  bool is_helper_ = false;
  SharedBudget shared_;                                // with helpers
  std::array<std::vector<RatedTurn>, kMaxPly> turns_;  // by ply
  std::array<Variation, kMaxPly + 1> variations_;      // by ply: the best line found below
};

}  // namespace trivium::connect6
