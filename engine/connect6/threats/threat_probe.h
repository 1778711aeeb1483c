// A small search for a win by continuous double threats, made again and again inside another search.
//
// Every turn of the attacker takes both stones of the defender to parry, or wins; all minimal parries of each are answered. It looks for
// the shortest win first, with a turn more each time, so that few positions are not spent on the first line alone. Unlike the
// solver (threat_solver.h) it looks at few positions, keeps no proof and allocates nothing once it has run for a while; what has failed is
// remembered from call to call.
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
  /// Positions count as nodes of `budget`, which must outlive this. A probe ends when it is spent.
  explicit ThreatProbe(NodeBudget& budget) : failed_(kMemory), budget_(budget) {}

  struct Win {
    int turns = 0;  ///< of the attacker to six, against the longest defence; 0: none was found
    Turn first;
  };

  /// Looks for a win of `side`, which places `stones_left` stones and cannot win at once, within `turns` of its turns and at most `nodes`
  /// of its positions. `key` stands for the stones, whoever is on move. `lines` is as before afterwards.
  Win find(LineFeatures& lines, std::uint64_t key, Stone side, int stones_left, int turns, int nodes);

  /// Positions looked at by the last find().
  int nodes() const noexcept { return nodes_; }

 private:
  static constexpr std::size_t kMemory = 1U << 14;
  static constexpr int kAnyTurns = 1000;  // a failure that more turns would not help

  /// A position from which so many turns were not enough.
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
  bool cut_ = false;  // the number of turns has cut a line off
};

}  // namespace trivium::connect6
