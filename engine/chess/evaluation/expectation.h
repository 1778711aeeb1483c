// What is reported of a value: the expected result, and centipawns of a known size.
//
// The model of results (engine/core/expectation.h) takes values in the weights' own centipawns. Its
// two numbers belong to the weights and stand in the weight file (weights.h).
//
// The size of the weights' centipawns depends on the scale they were learned at, so other centipawns
// are reported: where the file states the model, 100 are its draw margin, the value with which half
// of the games are won.
#pragma once

#include "engine/chess/rules/value.h"
#include "engine/core/expectation.h"

namespace trivium::chess {

/// The model of weights that do not state one: the maximum likelihood for the evaluation of paper
/// 002 on 300,000 quiet positions from games between people rated 2000 and more.
inline constexpr ExpectationModel kUnstatedModel{200.0, 159.0};

/// Maximum of either number of a model, in centipawns: games hardly have greater values that are
/// not decided.
inline constexpr double kMaxModelNumber = 2000.0;

/// True if games can teach the numbers of `model`: both are above 0 and at most kMaxModelNumber.
constexpr bool plausible(const ExpectationModel& model) noexcept {
  const auto fits = [](double number) { return number > 0.0 && number <= kMaxModelNumber; };
  return fits(model.scale) && fits(model.draw_margin);
}

/// Returns the expected result of a value by the model; a mate is certain.
WinDrawLoss expectation(Value value, const ExpectationModel& model) noexcept;

/// Returns a value in the centipawns that are reported: 100 of them are `hundred` of the weights'
/// own. What is no sum of weights (mates, wins by endgame tables or by knowledge: kKnownWin and
/// more) is returned unchanged; no sum is reported as large as those.
Value reported_value(Value value, double hundred) noexcept;

}  // namespace trivium::chess
