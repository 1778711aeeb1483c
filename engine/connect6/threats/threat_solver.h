// The search behind solve.h, for callers with a position and a node budget.
//
// An attacker's position is won if one attack wins against every parry. The search has stages, each
// with iterative deepening. They differ in the number of single threats (solve.h) in a line, and in
// the number tried at a node. The stages run in turn, with twice the nodes in each round. If the
// defender has a free stone, the position without that stone is searched first. If it is won, the
// stone is tried on each cell that matters for this win; there the attacks of this win are tried
// first. Sources: Wu and Huang (ACG 11, 2005) for the threats, Wu and Lin (IEEE TCIAIG 2(3), 2010)
// for the cells that matter.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/threats/attacks.h"
#include "engine/connect6/threats/solve.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/node_budget.h"
#include "engine/core/step_progress.h"
#include "engine/core/zeroed_array.h"

namespace trivium::connect6 {

class ThreatSolver {
 public:
  /// Prepares a search for a win of the side to move. Nodes count against `limits` and `budget`,
  /// and either can end the search. Ignores the time in `limits`; the deadline is part of `budget`.
  /// `progress` receives the number of nodes. Requires: `budget` outlives this. Throws
  /// std::bad_alloc.
  ThreatSolver(const Board& board, const SolveLimits& limits, NodeBudget& budget,
               StepProgress progress = {});

  /// Runs the search; call it once. If memory runs out, returns kLimit.
  SolveResult run() noexcept;

 private:
  using Index = std::uint32_t;
  using CellSet = std::bitset<kMaxSize * kMaxSize>;
  static constexpr Index kNone = 0xFFFFFFFF;

  /// Remaining limits below a node.
  struct Effort {
    int turns;    // attacker's turns
    int singles;  // attacks that one stone parries
    int width;    // number of such attacks tried at a node
  };
  /// One limit of effort, with iterative deepening of the turns.
  struct Stage {
    Effort effort;
    bool finished = false;
  };
  struct Reply {
    Turn parry;
    Index next;
  };
  /// A won position.
  struct Found {
    Turn attack;
    std::vector<Reply> replies;
    int turns;                   // attacker's turns to six against the longest defense
    std::uint32_t gathered = 0;  // value of `gathering_` when gather() last visited it
  };
  /// Table entry of a position: its win, or the effort that failed.
  struct Memory {
    std::uint64_t key;
    Index won;  // index of the win in `found_` + 1; 0: the rest is the effort that failed
    std::uint8_t turns;
    std::uint8_t singles;
    std::uint8_t width;
  };

  SolveResult search();
  bool run_stage(Stage& stage, std::uint64_t nodes, Index& root);
  bool attack(const Effort& effort, int stones_left, Index guide, Index& node);
  bool attack_as(Index guide, const Effort& effort, const Parries& must_parry, Index& node);
  bool try_attacks(const Effort& effort, int stones_left, const Parries& must_parry, Index& node);
  bool defend(Turn turn, const Effort& effort, Index guide, Index& node);
  bool answer(const Effort& effort, Turn parry, Index guide, Found& found);
  bool answer_single(const Effort& effort, Cell parry, Index guide, Found& found);
  bool recall(const Effort& effort, Index& node);
  bool has_failed(const Effort& effort);
  bool spend();
  void remember_failure(const Effort& effort);
  Index add(Found found);
  Index reply_of(Index guide, Turn parry) const;
  void gather(Index node, int free_stones, CellSet& cells);
  void add_needed_gaps(CellSet& cells);
  void place(Turn turn, Stone side) noexcept;
  void remove(Turn turn) noexcept;
  Memory& memory(int kind) noexcept;
  Proof proof_from(Index root) const;

  LineFeatures lines_;
  std::uint64_t key_ = 0;
  int stones_left_;  // in the root position
  bool over_;
  SolveLimits limits_;
  NodeBudget& budget_;
  StepProgress progress_;
  Stone side_;
  std::uint64_t nodes_ = 0;
  std::uint64_t stage_end_ = 0;
  bool aborted_ = false;          // by the stage's share of nodes or by `spent_`
  bool spent_ = false;            // a limit was reached
  bool cut_ = false;              // the effort ended a line
  std::uint32_t gathering_ = 0;   // number of collections of cells that matter, see gather()
  int free_stones_ = 0;           // defender's free stones that are not on the board
  std::array<Cell, 6> refuters_;  // free stones that lately saved the defender, latest first
  ZeroedArray<Memory> memory_;
  std::vector<Found> found_;
  std::vector<std::vector<Attack>> attacks_;  // by depth
  std::size_t depth_ = 0;
  AttackGenerator generator_;
};

}  // namespace trivium::connect6
