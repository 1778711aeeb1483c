// The search behind solve.h, for callers that have a position and a budget of their own.
//
// An attacker's position is won if one attack wins against every parry. Stages look for wins with ever more attacks on a line that leave
// the defender a free stone, each deeper and deeper; they take turns, with twice the nodes each time round. Where the defender has a free
// stone, the position is first won with that stone left out; then it is tried on the cells where it would matter in that win, and there
// the same win is tried first, turn by turn.
// Sources: Wu and Huang (ACG 11, 2005) for the threats, Wu and Lin (IEEE TCIAIG 2(3), 2010) for the cells that matter.
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
  /// Looks for a win of the side to move of `board`. Nodes count against `limits` and `budget`;
  /// either may end the search. `progress` gets the nodes now and then. Throws std::bad_alloc.
  ThreatSolver(const Board& board, const SolveLimits& limits, NodeBudget& budget, StepProgress progress = {});

  /// Once. Memory that runs out is a limit that is reached.
  SolveResult run() noexcept;

 private:
  using Index = std::uint32_t;
  using CellSet = std::bitset<kMaxSize * kMaxSize>;
  static constexpr Index kNone = 0xFFFFFFFF;

  /// What may be spent below a node.
  struct Effort {
    int turns;    // of the attacker
    int singles;  // attacks that one stone parries
    int width;    // so many of them are tried at a node
  };
  /// A search with ever more turns.
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
    int turns;                   // of the attacker to six, against the longest defence
    std::uint32_t gathered = 0;  // when its cells were gathered last
  };
  /// What is known of a position: that it is won in so many turns, and what has failed.
  struct Memory {
    std::uint64_t key;
    Index won;  // index of `found_` + 1
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
  int stones_left_;  // at the root
  bool over_;
  SolveLimits limits_;
  NodeBudget& budget_;
  StepProgress progress_;
  Stone side_;
  std::uint64_t nodes_ = 0;
  std::uint64_t stage_end_ = 0;
  bool aborted_ = false;          // by the stage's share of nodes or by what follows
  bool spent_ = false;            // by the limits
  bool cut_ = false;              // what may be spent has cut a line off
  std::uint32_t gathering_ = 0;   // number of the gather() under way
  int free_stones_ = 0;           // of the defender, left out of the position
  std::array<Cell, 6> refuters_;  // where a free stone lately saved the defender, latest first
  ZeroedArray<Memory> memory_;
  std::vector<Found> found_;
  std::vector<std::vector<Attack>> attacks_;  // by depth
  std::size_t depth_ = 0;
  AttackGenerator generator_;
};

}  // namespace trivium::connect6
