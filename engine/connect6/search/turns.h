// Which turns are worth a look: out of some 65,000 pairs of cells, the few that are likely.
//
// A turn is as likely as its first stone times its second, given the first; of the two orders that lead to the same stones both count, as
// far as both begin with a stone that is likely enough to be looked at.
// What a turn costs the search is minus the logarithm of that (likelihood.h). Where the opponent threatens to win, only turns that parry
// are made, and share all the probability among them; a pair that parries only together counts in one order there, as if each of its
// stones were placed first.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/connect6/evaluation/stone_strengths.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/search/likelihood.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/node_budget.h"

namespace trivium::connect6 {

struct RatedTurn {
  Turn turn;
  double probability = 0.0;
  Cost cost = 0;  ///< of that probability
};

/// How far down the list of likely turns to look.
struct Beam {
  Cost cost = 8 * kBit;  ///< turns that cost more are left out, where enough others are there
  int fewest = 4;        ///< so many turns are kept however unlikely they are
  int most = 60;         ///< more are not kept
  int firsts = 24;       ///< so many cells may begin a turn
};

class TurnGenerator {
 public:
  /// `strengths` must outlive it; what it follows is the generator's business alone. Where there is a `budget`, which must outlive it too,
  /// turns are left out once it is exhausted, but for the likeliest first stone's.
  explicit TurnGenerator(StoneStrengths& strengths, NodeBudget* budget = nullptr) : strengths_(strengths), budget_(budget) {}

  /// Fills `turns` with turns of the side to move of `board`, likeliest first, each of the stones it has left (1 or 2). `parries` are the
  /// ways to parry the opponent's threats; the stones left must be enough, and the side to move must not be able to win at once. Returns
  /// whether every turn that parries all threats is among them.
  bool generate(const Board& board, const Parries& parries, const Beam& beam, std::vector<RatedTurn>& turns);

 private:
  static constexpr std::size_t kCells = kMaxSize * kMaxSize;
  using Strengths = std::array<double, kCells>;
  struct First {
    Cell cell;
    double probability;
  };

  bool must_end() const noexcept { return budget_ != nullptr && budget_->spent_now(); }
  std::span<double> of_board(Strengths& strengths) const noexcept { return {strengths.data(), cells_}; }
  void find_firsts(double least, int most);
  void add_stones(std::vector<RatedTurn>& turns) const;
  void add_pairs(std::vector<RatedTurn>& turns, double least);
  void add_parries(const Parries& parries, int stones_left, std::vector<RatedTurn>& turns);
  void add_seconds(std::size_t first, double least, std::vector<RatedTurn>& turns);
  static void keep_likely(const Beam& beam, std::vector<RatedTurn>& turns);

  StoneStrengths& strengths_;
  NodeBudget* budget_;
  std::size_t cells_ = 0;
  double sum_ = 0.0;  // of strengths of first stones
  Strengths of_first_{};
  Strengths of_second_{};
  std::vector<First> firsts_;                 // likeliest first
  std::array<std::uint16_t, kCells> rank_{};  // by cell: place in `firsts_` + 1, or 0
  std::vector<std::uint32_t> pair_at_;        // of two of `firsts_`, the earlier one's row: place among the turns + 1, or 0
};

}  // namespace trivium::connect6
