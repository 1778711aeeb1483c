// Reported form of a value: the expected result, and normalized centipawns.
//
// The win/draw/loss model (engine/core/expectation.h) takes values in the weights' own centipawns.
// Its two numbers belong to the weights and are stored in the weight file (weights.h).
//
// The size of the weights' centipawns depends on the scale they were trained at, so reports use
// normalized ones: if the file states the model, 100 reported centipawns equal its draw margin, the
// value with a win probability of 50 %.
#pragma once

#include "engine/chess/rules/value.h"
#include "engine/core/expectation.h"

namespace trivium::chess {

/// Model for weights that do not state one: fitted by maximum likelihood to the evaluation of paper
/// 002 on 300,000 quiet positions from human games of players rated 2000 or more.
inline constexpr ExpectationModel kUnstatedModel{200.0, 159.0};

/// Maximum of both numbers of a model, in centipawns. Larger evaluations are rare in undecided
/// games.
inline constexpr double kMaxModelNumber = 2000.0;

/// True if both numbers of `model` are above 0 and at most kMaxModelNumber, as in every model
/// fitted to games.
constexpr bool plausible(const ExpectationModel& model) noexcept {
  const auto fits = [](double number) { return number > 0.0 && number <= kMaxModelNumber; };
  return fits(model.scale) && fits(model.draw_margin);
}

/// Returns the expected result of a value according to the model; mates are certain.
WinDrawLoss expectation(Value value, const ExpectationModel& model) noexcept;

/// Converts a value to reported centipawns: 100 of them equal `hundred` of the weights' own. Mates,
/// tablebase wins and known wins (kKnownWin and more) are returned unchanged; no other value is
/// reported as large as these.
Value reported_value(Value value, double hundred) noexcept;

}  // namespace trivium::chess
