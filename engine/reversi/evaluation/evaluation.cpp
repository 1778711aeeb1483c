#include "engine/reversi/evaluation/evaluation.h"

#include <algorithm>

#include "engine/core/expectation.h"
#include "engine/reversi/endgame/stability.h"

namespace trivium::reversi {
namespace {

/// Root mean square of the final score minus the value by mobility, in discs, on the positions that
/// kMobilityUnit comes from.
constexpr double kMobilityError = 22.0;

/// Returns the model of results for a value whose error is `error` discs: a logistic distribution
/// with this standard deviation. A draw is the score 0; on a full board, the next ones are -2
/// and 2.
constexpr ExpectationModel model_of(double error) noexcept {
  constexpr double kScalePerDeviation = 0.5513288954217921;  // sqrt(3) / pi
  return {.scale = kScalePerDeviation * error, .draw_margin = 1.0};
}

}  // namespace

MobilityCounts count_mobility(const Position& position) noexcept {
  const Position passed = position.passed();
  return {.own_moves = count(position.moves()),
          .other_moves = count(passed.moves()),
          .own_stable = count(stable_discs(passed)),
          .other_stable = count(stable_discs(position))};
}

Value mobility_value(const MobilityCounts& counts) noexcept {
  return std::clamp(kMobilityUnit * (counts.moves() + counts.stable()), -kMaxValue, kMaxValue);
}

WinDrawLoss expectation(Value value, bool is_final, const Position& position,
                        const Knowledge& knowledge) noexcept {
  if (is_final && value == 0) return {0, 1000, 0};
  if (is_final) return value > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
  const double error = knowledge.value != nullptr && position.size() == kDefaultSize
                           ? knowledge.value->error(position.discs())
                           : kMobilityError;
  return model_of(error).expected(static_cast<double>(value) / kDisc);
}

}  // namespace trivium::reversi
