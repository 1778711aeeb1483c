// Values of positions: their scale, the linear evaluation, and their conversion to expected
// results.
//
// A value is from the view of the side to move, in hundredths of the log-odds that it wins if draws
// are ignored (draw_model.h accounts for draws). Proved wins and losses are outside the range of
// evaluations: kWin - n is a win in turn number n from here, -kWin + n a loss in it. The turns of
// both sides are counted; the turn of the side to move is number 0.
#pragma once

#include "engine/connect6/evaluation/features.h"
#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/line_features.h"
#include "engine/core/report.h"

namespace trivium::connect6 {

using Value = int;

inline constexpr Value kInfinity = 32000;
inline constexpr Value kWin = 30000;
inline constexpr Value kMaxEvaluation = 20000;
/// Maximum turn number of a proved win.
inline constexpr int kMaxTurns = 1000;

constexpr bool is_proved(Value value) noexcept {
  return value >= kWin - kMaxTurns || value <= -kWin + kMaxTurns;
}

/// Value of winning (or losing) in turn number `turns` from here.
constexpr Value win_in(int turns) noexcept { return kWin - turns; }
constexpr Value loss_in(int turns) noexcept { return -kWin + turns; }

/// Weighted sum of the features, in Weights units.
std::int64_t weighted_sum(const FeatureVector& features, const Weights& weights) noexcept;

/// Returns that sum plus the pattern part (value_board.h) in hundredths, rounded to nearest (halves
/// away from zero) and limited to [-kMaxEvaluation, kMaxEvaluation].
Value evaluate(const FeatureVector& features, std::int64_t pattern_units,
               const Weights& weights) noexcept;
/// Evaluation without patterns.
inline Value evaluate(const FeatureVector& features, const Weights& weights) noexcept {
  return evaluate(features, 0, weights);
}

/// Converts a value to a reported score: hundredths, or for a proved win the number of the winner's
/// own turns, the winning one included. The number is negative if the opponent wins.
Score score_of(Value value) noexcept;

/// Draw margin of a position (draw_model.h); 0 if the weights have no draw model.
double draw_margin(const LineFeatures& lines, const Weights& weights) noexcept;

/// Expected result for a value and a draw margin. A proved win or loss is certain.
WinDrawLoss expectation(Value value, double draw_margin) noexcept;
/// Expected result for the value that an evaluation or a search gives to a position with these
/// lines.
inline WinDrawLoss expectation(Value value, const LineFeatures& lines,
                               const Weights& weights) noexcept {
  return expectation(value, draw_margin(lines, weights));
}

}  // namespace trivium::connect6
