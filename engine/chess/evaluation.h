// The evaluation: the tapered linear sum of features.h in centipawns, or exact endgame knowledge where there is some (endgames.h).
//
// One extractor (extractor.h) counts features for everybody; here it adds up weights instead of counts, and what depends on pawns and
// kings alone is kept in a small table (Evaluator). Tests hold both ways equal on 100,000 positions.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/chess/features.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/value.h"
#include "engine/chess/weights.h"

namespace trivium::chess {

/// Centipawns from the side to move's view, at most kMaxEvaluation in size. Without any table: for learners, `explain` and tests.
Value evaluate(const Position& position, const Weights& weights) noexcept;

/// evaluate() for one searching thread: the same values, faster.
class Evaluator {
 public:
  Evaluator();  ///< throws std::bad_alloc
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// The weights to use from now on; they must outlive their use. Forgets what was computed with others.
  void set_weights(const Weights& weights) noexcept;

  /// As evaluate(). set_weights() must have been called.
  Value evaluate(const Position& position) noexcept;

 private:
  class PawnTable;
  std::unique_ptr<PawnTable> pawns_;
  const Weights* weights_ = nullptr;
};

}  // namespace trivium::chess
