// What a position is worth: the scale of values, the linear evaluation, and what a value means in results.
//
// A value is in hundredths of the log-odds that the side to move wins, were there no draws (draw_model.h has what they take from it). Wins
// that are proved lie beyond every evaluation and say in how many turns they come: kWin - n is a win n turns from here, the turn on move
// being number 0.
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
/// The most turns a proved win may take.
inline constexpr int kMaxTurns = 1000;

constexpr bool is_proved(Value value) noexcept { return value >= kWin - kMaxTurns || value <= -kWin + kMaxTurns; }

/// The value of winning with turn `turns` from here; of losing to it.
constexpr Value win_in(int turns) noexcept { return kWin - turns; }
constexpr Value loss_in(int turns) noexcept { return -kWin + turns; }

/// The weighted sum of the counts, in Weights units.
std::int64_t weighted_sum(const FeatureVector& features, const Weights& weights) noexcept;

/// That sum and the patterns' (value_board.h) in hundredths, rounded to nearest (halves away from zero) and kept within kMaxEvaluation.
Value evaluate(const FeatureVector& features, std::int64_t pattern_units, const Weights& weights) noexcept;
/// By the counts alone.
inline Value evaluate(const FeatureVector& features, const Weights& weights) noexcept { return evaluate(features, 0, weights); }

/// A value as reports have it: hundredths, or the side's own turns to a win.
Score score_of(Value value) noexcept;

/// The margin of draws in a position with these lines (draw_model.h); 0 where the weights know of no draws.
double draw_margin(const LineFeatures& lines, const Weights& weights) noexcept;

/// The expected result of a value where draws have this margin; a proved win or loss is certain.
WinDrawLoss expectation(Value value, double draw_margin) noexcept;
/// The same in a position with these lines, or in one that is to come of it.
inline WinDrawLoss expectation(Value value, const LineFeatures& lines, const Weights& weights) noexcept {
  return expectation(value, draw_margin(lines, weights));
}

}  // namespace trivium::connect6
