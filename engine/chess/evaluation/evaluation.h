// The evaluation: the tapered linear sum of features.h in centipawns, or exact endgame knowledge where there is some (endgames.h).
//
// One extractor (extractor.h) counts features for everybody; here it adds up weights instead of counts, and what depends on pawns and
// kings alone is kept in a small table (Evaluator). Tests hold both ways equal on 100,000 positions.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// No sum of weights counts for more, so that known wins stay above.
inline constexpr Value kMaxWeightedValue = kKnownWin - 1;

/// The unit in which nothing of a sum is lost: weights are hundredths of a centipawn, phase and scale are percents.
inline constexpr std::int64_t kPartsPerCentipawn = std::int64_t{Weights::kUnitsPerCentipawn} * 100 * 100;

/// To the nearest centipawn, halves away from zero, so that turning the board only turns the sign.
constexpr Value round_to_centipawns(std::int64_t parts) noexcept {
  const std::int64_t size = parts < 0 ? -parts : parts;
  const auto rounded = static_cast<Value>((size + kPartsPerCentipawn / 2) / kPartsPerCentipawn);
  return parts < 0 ? -rounded : rounded;
}

/// Centipawns from the side to move's view: known_endgame(), else at most kMaxWeightedValue in size. Without any table: for learners,
/// `explain` and tests.
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
