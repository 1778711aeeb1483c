// Turn generator: selects the few probable turns among some 65,000 pairs of cells.
//
// The probability of a turn is that of its first stone times that of its second stone given the
// first, summed over both orders (if both first stones are probable enough to be considered). Its
// cost is minus the logarithm (likelihood.h). If the opponent threatens to win, only turns that
// parry are generated; their probabilities are scaled so that they sum to 1 before the beam is
// applied. A pair that parries only together gets the product of the probabilities of its stones,
// each as first stone.
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
  Cost cost = 0;  ///< cost of that probability
};

/// Limits of the turns to generate.
struct Beam {
  Cost cost = 8 * kBit;   ///< maximum cost; does not apply to the first `min_turns` turns
  int min_turns = 4;      ///< minimum number of turns, whatever their cost
  int max_turns = 60;     ///< maximum number of turns
  int first_stones = 24;  ///< maximum number of cells considered as first stone
};

class TurnGenerator {
 public:
  /// Once `budget` (may be null) is exhausted, generates only turns with the most probable first
  /// stone. Requires: both arguments outlive this; nothing else uses `strengths`.
  explicit TurnGenerator(StoneStrengths& strengths, NodeBudget* budget = nullptr)
      : strengths_(strengths), budget_(budget) {}

  /// Fills `turns` with turns of the side to move, most probable first, each with as many stones as
  /// it has left (1 or 2). `parries` has the parries of the opponent's threats. Returns true if
  /// there are threats and `turns` has every turn that parries them, which is possible only if the
  /// parries need all stones left. Requires: the stones left can parry; the side to move cannot win
  /// at once.
  bool generate(const Board& board, const Parries& parries, const Beam& beam,
                std::vector<RatedTurn>& turns);

 private:
  static constexpr std::size_t kCells = kMaxSize * kMaxSize;
  using Strengths = std::array<double, kCells>;
  struct First {
    Cell cell;
    double probability;
  };

  bool must_end() const noexcept { return budget_ != nullptr && budget_->spent_now(); }
  std::span<double> cells_of_board(Strengths& strengths) const noexcept {
    return {strengths.data(), cells_};
  }
  void find_firsts(double min_probability, int max_count);
  void add_stones(std::vector<RatedTurn>& turns) const;
  void add_pairs(std::vector<RatedTurn>& turns, double min_probability);
  void add_parries(const Parries& parries, int stones_left, std::vector<RatedTurn>& turns);
  void add_seconds(std::size_t first, double min_probability, std::vector<RatedTurn>& turns);
  static void keep_likely(const Beam& beam, std::vector<RatedTurn>& turns);

  StoneStrengths& strengths_;
  NodeBudget* budget_;
  std::size_t cells_ = 0;
  double sum_ = 0.0;  // of `first_strengths_`
  Strengths first_strengths_{};
  Strengths second_strengths_{};
  std::vector<First> firsts_;                 // most probable first
  std::array<std::uint16_t, kCells> rank_{};  // by cell: index in `firsts_` + 1, or 0
  std::vector<std::uint32_t> pair_at_;  // by two indices in `firsts_`: index of the turn + 1, or 0
};

}  // namespace trivium::connect6
