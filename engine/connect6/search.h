// The search for a turn: exact tactics first, then alpha-beta over whole turns.
//
// A turn that wins is played; threats are parried; a win by continuous threats is looked for (threat_solver.h), and candidates that would
// give the opponent one by double threats are put last. Then the others are searched deeper and deeper, a ply being a whole turn. Values
// beyond every evaluation are proofs: a node whose turns were only sampled never claims a loss.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/budget.h"
#include "engine/connect6/evaluation.h"
#include "engine/connect6/position.h"
#include "engine/connect6/transposition_table.h"
#include "engine/connect6/turns.h"
#include "engine/connect6/weights.h"
#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

/// Chosen by judgement; not tuned. In 100 games each from openings of human games, colours swapped, depth 3 scored +57 =5 -38 and depth 4
/// +67 =0 -33 against depth 1; before only examined turns were searched (safe_turns), depth 4 lost to depth 1.
struct SearchParameters {
  Beam root{24, 60, 64};
  Beam inner{8, 20, 12};
  int max_depth = 16;                 ///< turns
  std::uint64_t solver_nodes = 2000;  ///< for the own win, at most a quarter of all nodes
  int solver_per_cent = 25;           ///< of the time
  std::uint64_t safety_nodes = 200;   ///< for the opponent's win after one candidate, at most 1/64 of all nodes
  int safety_per_cent = 50;           ///< of the time, the own win's included
  int safe_turns = 16;                ///< so many candidates that give the opponent no such win are searched on
};

class Search {
 public:
  Search(const Board& board, const Weights& weights, TranspositionTable& table, const Limits& limits, const SearchControl& control,
         int lines, const ReportSink<Turn>& report, const SearchParameters& parameters = {});

  /// The turn chosen. `first` is kNoCell only when the game is over. After a stop: the best turn known.
  Turn run();

  std::uint64_t nodes() const noexcept { return budget_.nodes(); }

 private:
  static constexpr int kMaxPly = 64;
  using Variation = std::vector<Turn>;

  struct RootTurn {
    Turn turn;
    Value value;
    bool searched = false;  ///< whether `value` is of this round of deepening, and not a bound
    Variation variation;
  };

  bool settle(Turn& turn);
  Turn desperate_turn() const;
  bool prove_win(Turn& turn);
  void make_root_turns(const Parries& parries);
  void keep_safe_turns();
  bool search_root(int depth);
  Value search(int depth, int ply, Value alpha, Value beta);
  Value search_turns(int depth, int ply, Value alpha, Value beta, const Parries& parries);
  bool probe(int depth, int ply, Value alpha, Value beta, Value& value, Turn& best) const;
  void store(int depth, int ply, Value alpha, Value beta, Value value, Turn best);
  void send_report(int depth, int line, Value value, std::span<const Turn> variation) const;
  void send_reports(int depth) const;
  void wait_if_infinite() const;

  TranspositionTable& table_;
  const Limits& limits_;
  int lines_;
  const ReportSink<Turn>& report_;
  SearchParameters parameters_;
  Budget budget_;
  Position position_;
  TurnGenerator generator_;
  std::vector<RootTurn> root_;
  std::array<std::vector<RatedTurn>, kMaxPly> turns_;  // by ply
  std::array<Variation, kMaxPly + 1> variations_;      // by ply: the best line found below
};

}  // namespace trivium::connect6
