// The value of a position without search, and the probabilities of the results for a value.
//
// With knowledge, positions of a board of 8 are evaluated by patterns. Other positions are
// evaluated by mobility: the moves and the stable discs of both sides.
#pragma once

#include <optional>

#include "engine/core/report.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/patterns/pattern_codes.h"
#include "engine/reversi/rules/position.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

/// Moves and stable discs of both sides, from the view of the side to move.
struct MobilityCounts {
  int own_moves = 0;
  int other_moves = 0;  ///< moves that the other side would have now
  int own_stable = 0;
  int other_stable = 0;

  int moves() const noexcept { return own_moves - other_moves; }
  int stable() const noexcept { return own_stable - other_stable; }
};

/// Value of a move or of a stable disc of one side. By least squares on 11,314 positions of WTHOR
/// games, a move is worth 2.0 discs of the final score and a stable disc 1.7.
inline constexpr Value kMobilityUnit = 2 * kDisc;

MobilityCounts count_mobility(const Position& position) noexcept;

/// Returns kMobilityUnit times the difference of the counts, limited to [-kMaxValue, kMaxValue].
Value mobility_value(const MobilityCounts& counts) noexcept;

/// A position and the pattern codes that its evaluation needs. A search plays moves on copies.
struct EvaluatedPosition {
  Position position;
  std::optional<PatternCodes> codes;  ///< empty without knowledge
};

/// Evaluates positions. A copy is cheap.
class Evaluator {
 public:
  /// Requires: `knowledge` outlives this object, and is empty for boards of 4 and 6.
  explicit Evaluator(const Knowledge& knowledge) noexcept : value_(knowledge.value.get()) {}

  EvaluatedPosition begin(const Position& position) const noexcept {
    if (value_ == nullptr) return {position, std::nullopt};
    return {position, PatternCodes(value_->layout(), position)};
  }
  /// Returns `before` after a disc on `square` that flips `flipped`. Requires: the move is legal.
  EvaluatedPosition placed(const EvaluatedPosition& before, Square square,
                           Bitboard flipped) const noexcept {
    EvaluatedPosition after{before.position.placed(square, flipped), before.codes};
    if (after.codes) after.codes->do_move(value_->layout(), square, flipped);
    return after;
  }
  EvaluatedPosition passed(const EvaluatedPosition& before) const noexcept {
    EvaluatedPosition after{before.position.passed(), before.codes};
    if (after.codes) after.codes->do_pass();
    return after;
  }

  /// Returns the expected final score of the side to move, in [-kMaxValue, kMaxValue]. Requires:
  /// the game is not over.
  Value value(const EvaluatedPosition& evaluated) const noexcept {
    return evaluated.codes ? value_->value(*evaluated.codes, evaluated.position.discs())
                           : mobility_value(count_mobility(evaluated.position));
  }
  Value value(const Position& position) const noexcept { return value(begin(position)); }

 private:
  const PatternValue* value_;  ///< null: by mobility
};

/// Returns the probabilities of the results for a value of `position`, found by a search or by the
/// evaluation. If a search to the end found the value (`is_final`), one result has probability 1.
WinDrawLoss expectation(Value value, bool is_final, const Position& position,
                        const Knowledge& knowledge) noexcept;

}  // namespace trivium::reversi
