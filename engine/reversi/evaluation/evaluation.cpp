#include "engine/reversi/evaluation/evaluation.h"

#include <algorithm>

#include "engine/core/expectation.h"
#include "engine/reversi/endgame/stability.h"

namespace trivium::reversi {
namespace {

/// In discs. The scale is that of a standard error of 22 discs, measured on the positions that
/// kMobilityUnit comes from. The draw is the final score 0; with a full board, the next ones are -2
/// and 2.
constexpr ExpectationModel kMobilityModel{.scale = 12.0, .draw_margin = 1.0};

}  // namespace

MobilityCounts count_mobility(const Position& position) noexcept {
  const Position passed = position.passed();
  return {.own_moves = count(position.moves()),
          .other_moves = count(passed.moves()),
          .own_stable = count(stable_discs(passed)),
          .other_stable = count(stable_discs(position))};
}

Value mobility_value(const MobilityCounts& counts) noexcept {
  const int difference =
      counts.own_moves - counts.other_moves + counts.own_stable - counts.other_stable;
  return std::clamp(kMobilityUnit * difference, -kMaxValue, kMaxValue);
}

Value Evaluator::value(const Position& position) const noexcept {
  return mobility_value(count_mobility(position));
}

WinDrawLoss expectation(Value value, bool is_final, const Position& /*position*/,
                        const Knowledge& /*knowledge*/) noexcept {
  if (is_final && value == 0) return {0, 1000, 0};
  if (is_final) return value > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
  return kMobilityModel.expected(static_cast<double>(value) / kDisc);
}

}  // namespace trivium::reversi
