// The linear evaluation (engine/chess/evaluation/features.h) as a learner sees it: real weights, a gradient, and the chance to win that a
// value stands for:
//
//   P(E) = 1 / (1 + e^(-E / scale)),    dP/dtheta = P (1 - P) / scale x dE/dtheta        (paper 003, formulas 9, 11 and 12)
//
// Weights are pawns as in weight files; gradients are taken by centipawns (theta = 100 x weight), the unit of the paper and of all step
// sizes. All values are from White's view.
#pragma once

#include <span>

#include "engine/chess/evaluation/features.h"

namespace trivium::learning::tdleaf {

/// 400 / ln 10: with it a value is a difference of Elo ratings, as a hundred centipawns are for most programs, roughly.
inline constexpr double kEloScale = 173.71779276130073;

inline constexpr double kCentipawnsPerPawn = 100.0;

/// P(E): the expected score of White, in [0, 1]. `scale` is positive, in centipawns.
double win_probability(double centipawns, double scale) noexcept;

/// E in centipawns, neither rounded nor limited; `weights` has kParameterCount numbers in the order of parameter_names(). Not for a
/// position whose value is known().
double evaluation(const chess::Extraction& position, std::span<const double> weights) noexcept;

/// Adds factor x dE/dtheta to `gradient`, one entry per weight. `value` is the position's evaluation(); its sign gives the
/// better side, which determines the scale factor of the sum.
void add_gradient(const chess::Extraction& position, double value, double factor, std::span<double> gradient) noexcept;

}  // namespace trivium::learning::tdleaf
