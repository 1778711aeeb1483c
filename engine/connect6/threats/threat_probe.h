// A small search for a win by continuous double threats, for use at the leaves of another search.
//
// Every turn of the attacker wins or takes both stones of the defender to parry. All minimal
// parries are searched. Uses iterative deepening, so that a small node limit is not spent on the
// first line. Unlike the solver (threat_solver.h), it visits few positions, keeps no proof and,
// after some calls, no longer allocates. It remembers failed positions from call to call.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/threats/attacks.h"
#include "engine/core/node_budget.h"

namespace trivium::connect6 {

class ThreatProbe {
 public:
  /// Counts its nodes in `budget` and stops when that is exhausted. Requires: `budget` outlives
  /// this.
  explicit ThreatProbe(NodeBudget& budget) : failed_(kMemory), budget_(budget) {}

  struct Win {
    int turns = 0;  ///< attacker's turns to six against the longest defense; 0: no win found
    Turn first;
  };

  /// Searches for a win of `side` within `turns` of its turns and at most `nodes` nodes. `key` is a
  /// hash of the stones in `lines`, for example Board::key(), whichever side is to move there.
  /// `lines` is unchanged on return. Requires: `side` places `stones_left` stones and cannot win at
  /// once.
  Win probe(LineFeatures& lines, std::uint64_t key, Stone side, int stones_left, int turns,
            int nodes);

  /// Number of nodes of the last probe().
  int nodes() const noexcept { return nodes_; }

 private:
  static constexpr std::size_t kMemory = 1U << 14;
  static constexpr int kAnyTurns = 1000;  // marks failures that more turns would not change

  /// A position that is not won within `turns` turns.
  struct Failed {
    std::uint64_t key = 0;
    int turns = 0;
  };

  int attack(int stones_left, int turns, Turn* first);
  void list_attacks(int stones_left, bool only_winning);
  int defend(const Attack& attack, int turns);
  void place(Turn turn, Stone side) noexcept;
  void remove(Turn turn) noexcept;

  AttackGenerator generator_;
  std::vector<Failed> failed_;
  NodeBudget& budget_;
  std::vector<std::vector<Attack>> attacks_;  // by depth
  std::size_t depth_ = 0;
  bool is_first_listed_ = false;
  LineFeatures* lines_ = nullptr;
  std::uint64_t key_ = 0;
  Stone side_ = Stone::kEmpty;
  int nodes_ = 0;
  int max_nodes_ = 0;
  bool aborted_ = false;
  bool cut_ = false;  // the limit of turns ended a line
};

}  // namespace trivium::connect6
