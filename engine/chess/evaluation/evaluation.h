// Static evaluation: the tapered linear sum of the features (features.h) in centipawns, or exact
// endgame knowledge (endgames.h).
//
// One extractor (extractor.h) counts the features for all users. Here it sums weights instead of
// counts; an Evaluator caches the part that depends on pawns and kings only. Tests compare both
// ways on 100,000 positions.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// Limit of a sum of weights, so that known wins stay above it.
inline constexpr Value kMaxWeightedValue = kKnownWin - 1;

/// Unit that represents every sum exactly: weights are in 1/100 centipawn, phase and scale in
/// percent.
inline constexpr std::int64_t kPartsPerCentipawn =
    std::int64_t{Weights::kUnitsPerCentipawn} * 100 * 100;

/// Rounds to the nearest centipawn, halves away from zero, so that swapping the colors only changes
/// the sign.
constexpr Value round_to_centipawns(std::int64_t parts) noexcept {
  const std::int64_t size = parts < 0 ? -parts : parts;
  const auto rounded = static_cast<Value>((size + kPartsPerCentipawn / 2) / kPartsPerCentipawn);
  return parts < 0 ? -rounded : rounded;
}

/// Returns the value in centipawns from the side to move's view: known_endgame(), else a sum in
/// [-kMaxWeightedValue, kMaxWeightedValue]. Uses no cache. For learners, `explain` and tests.
Value evaluate(const Position& position, const Weights& weights) noexcept;

/// evaluate() with a cache, for one search thread: the same values, faster.
class Evaluator {
 public:
  Evaluator();  ///< throws std::bad_alloc
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// Sets the weights, and clears the cache unless they equal the previous ones. Requires:
  /// `weights` outlives its use.
  void set_weights(const Weights& weights) noexcept;

  /// Returns the same value as chess::evaluate(). Requires: set_weights() was called.
  Value evaluate(const Position& position) noexcept;

 private:
  class PawnTable;
  std::unique_ptr<PawnTable> pawns_;
  const Weights* weights_ = nullptr;
};

}  // namespace trivium::chess
