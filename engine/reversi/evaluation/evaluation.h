// The value of a position without search, and the probabilities of the results for a value.
//
// With knowledge, positions of a board of 8 are evaluated by patterns. Other positions are
// evaluated by mobility: the moves and the stable discs of both sides.
#pragma once

#include "engine/core/report.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/rules/position.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

/// Moves and stable discs of both sides, from the view of the side to move.
struct MobilityCounts {
  int own_moves = 0;
  int other_moves = 0;  ///< moves that the other side would have now
  int own_stable = 0;
  int other_stable = 0;
};

/// Value of a move or of a stable disc of one side. By least squares on 11,314 positions of WTHOR
/// games, a move is worth 2.0 discs of the final score and a stable disc 1.7.
inline constexpr Value kMobilityUnit = 2 * kDisc;

MobilityCounts count_mobility(const Position& position) noexcept;

/// Returns kMobilityUnit times the difference of the counts, limited to [-kMaxValue, kMaxValue].
Value mobility_value(const MobilityCounts& counts) noexcept;

/// Evaluates positions. A copy is cheap.
class Evaluator {
 public:
  /// Requires: `knowledge` outlives this object.
  explicit Evaluator(const Knowledge& knowledge) noexcept : knowledge_(&knowledge) {}

  /// Returns the expected final score of the side to move. Requires: the game is not over.
  Value value(const Position& position) const noexcept;

 private:
  const Knowledge* knowledge_;
};

/// Returns the probabilities of the results for a value of `position`, found by a search or by the
/// evaluation. Certain if a search to the end found it (`is_final`).
WinDrawLoss expectation(Value value, bool is_final, const Position& position,
                        const Knowledge& knowledge) noexcept;

}  // namespace trivium::reversi
