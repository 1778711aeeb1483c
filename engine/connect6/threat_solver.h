// The search behind solve.h, for callers that have a position and a budget of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/connect6/budget.h"
#include "engine/connect6/position.h"
#include "engine/connect6/solve.h"
#include "engine/connect6/threats.h"

namespace trivium::connect6 {

class ThreatSolver {
 public:
  /// `position` is searched in place and left as it was. Nodes count against `limits` and `budget`; either may end the search, and so
  /// does the use of `per_cent` of the budget's time.
  ThreatSolver(Position& position, const SolveLimits& limits, Budget& budget, int per_cent = 100);

  SolveResult run();

 private:
  struct Attack {
    Turn turn;
    Parries parries;
  };
  struct Found {
    ProofNode node;
    int turns;  // of the attacker to six, against the longest defence
  };
  struct Refuted {
    std::uint64_t key = 0;
    int turns = 0;
  };

  bool attack(int turns, std::size_t& node);
  bool defend(const Attack& attack, int turns, std::size_t& node);
  void collect_attacks(std::vector<Attack>& attacks);
  void add_parrying_attacks(const Parries& needed, int stones_left, std::vector<Attack>& attacks);
  void add_free_attacks(int stones_left, std::vector<Attack>& attacks);
  void add_pairs_in_windows(std::vector<Attack>& attacks);
  void add_if_double_threat(Turn turn, std::vector<Attack>& attacks);
  std::size_t copy(std::size_t node, Proof& into) const;

  Position& position_;
  SolveLimits limits_;
  Budget& budget_;
  int per_cent_;
  Stone side_;
  std::uint64_t nodes_ = 0;
  bool aborted_ = false;
  bool cut_ = false;  // the turns allowed have cut a line off
  std::vector<Refuted> refuted_;
  std::vector<Found> found_;  // won positions, later ones first
  std::vector<Cell> strong_;  // cells where one stone makes a threat
  std::vector<Cell> weak_;    // cells of windows that hold two stones
};

}  // namespace trivium::connect6
