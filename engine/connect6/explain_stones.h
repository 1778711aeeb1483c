// Why a stone is likely: its probability and the gammas whose product is its strength, for `explain`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/known_strengths.h"
#include "engine/connect6/patterns/pattern_board.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"

namespace trivium::connect6 {

/// What one group of the pattern set says of a stone.
struct ExplainedGamma {
  std::string group;       ///< "row_5_5", "makes", "distance1", ...
  std::uint32_t code = 0;  ///< as patterns.md numbers it
  double gamma = 1.0;
};

struct ExplainedStone {
  Cell cell = kNoCell;
  double probability = 0.0;            ///< where it is placed: the second stone's after the first
  double strength = 0.0;               ///< the product of the gammas
  std::vector<ExplainedGamma> gammas;  ///< in the order of the groups; empty where there are no patterns
};

/// Explains stones of one position.
class StoneExplainer {
 public:
  /// `knowledge` must outlive it.
  StoneExplainer(const Knowledge& knowledge, const Board& board);

  StoneStrengths& strengths() noexcept { return strengths_[0]; }

  /// The stones of a legal `turn` in their likelier order.
  std::vector<ExplainedStone> explain(Turn turn);

 private:
  std::vector<ExplainedStone> in_order(std::span<const Cell> stones);
  std::vector<ExplainedGamma> gammas_of(Cell cell) const;

  const Knowledge& knowledge_;
  std::vector<Cell> history_;
  KnownStrengths strengths_;
  std::optional<PatternBoard> board_;  // there where there are patterns
};

}  // namespace trivium::connect6
