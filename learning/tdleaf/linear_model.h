// The linear evaluation (engine/chess/evaluation/features.h) for training: real-valued weights, the
// gradient, and the winning probability of a value:
//
//   P(E) = 1 / (1 + e^(-E / scale))
//   dP/dtheta = P (1 - P) / scale x dE/dtheta          (paper 003, formulas 9, 11 and 12)
//
// Weights are in pawns as in weight files. Gradients are per centipawn (theta = 100 x weight), as
// in the paper; all step sizes refer to them. All values are from White's view.
#pragma once

#include <span>

#include "engine/chess/evaluation/features.h"

namespace trivium::learning::tdleaf {

/// 400 / ln 10: values are then roughly Elo differences, as centipawns are in most programs.
inline constexpr double kEloScale = 173.71779276130073;

inline constexpr double kCentipawnsPerPawn = 100.0;

/// Returns P(E), the expected score of White, in [0, 1]. Requires: `scale` > 0, in centipawns.
double win_probability(double centipawns, double scale) noexcept;

/// Returns E in centipawns, neither rounded nor limited. Requires: `weights` has kParameterCount
/// numbers in the order of parameter_names(); the position's value is not known().
double evaluation(const chess::Extraction& position, std::span<const double> weights) noexcept;

/// Adds factor x dE/dtheta to `gradient`, one entry per weight. `value` is the position's
/// evaluation(); its sign gives the better side, which determines the scale factor of the sum.
void add_gradient(const chess::Extraction& position, double value, double factor,
                  std::span<double> gradient) noexcept;

}  // namespace trivium::learning::tdleaf
