// Explains why a stone is probable: its probability, its strength, and the pattern strengths
// (gammas) whose product is that strength. For `explain`.
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

/// The feature of a stone in one group of the pattern set.
struct ExplainedGamma {
  std::string group;       ///< "row_5_5", "makes", "distance1", ...
  std::uint32_t code = 0;  ///< numbered as in patterns.md
  double gamma = 1.0;      ///< strength of the feature
};

struct ExplainedStone {
  Cell cell = kNoCell;
  double probability = 0.0;            ///< for a second stone: after the first
  double strength = 0.0;               ///< product of the gammas
  std::vector<ExplainedGamma> gammas;  ///< in the order of the groups; empty without patterns
};

/// Explains stones of one position.
class StoneExplainer {
 public:
  /// Requires: `knowledge` has weights and outlives this.
  StoneExplainer(const Knowledge& knowledge, const Board& board);

  StoneStrengths& strengths() noexcept { return strengths_[0]; }

  /// Returns the stones of a legal `turn`, in the more probable of the two orders.
  std::vector<ExplainedStone> explain(Turn turn);

 private:
  std::vector<ExplainedStone> in_order(std::span<const Cell> stones);
  std::vector<ExplainedGamma> gammas_of(Cell cell) const;

  const Knowledge& knowledge_;
  std::vector<Cell> history_;
  KnownStrengths strengths_;
  std::optional<PatternBoard> board_;  // empty without patterns
};

}  // namespace trivium::connect6
