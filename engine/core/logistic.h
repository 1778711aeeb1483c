// The logistic function and related ones: the probability for a score in log-odds, and the loss of
// a result.
//
// Two formulas of the same function are needed, because results depend on the last bit: weights
// were trained with logistic(), and the engine's reports use plain_logistic(). The poker networks
// have a third one in single precision that a compiler can vectorize
// (engine/poker/network/network_memory.cpp).
#pragma once

#include <algorithm>
#include <cmath>

namespace trivium {

/// Returns 1 / (1 + e^-score): the probability whose log-odds are `score`. Its exponential never
/// overflows.
inline double logistic(double score) noexcept {
  const double e = std::exp(-std::abs(score));
  return score >= 0.0 ? 1.0 / (1.0 + e) : e / (1.0 + e);
}

/// Returns the same value by one formula for both signs. For negative scores it differs from
/// logistic() by rounding; below about -709.8 it is 0.
inline double plain_logistic(double score) noexcept { return 1.0 / (1.0 + std::exp(-score)); }

/// Returns log(1 + e^score). Never overflows.
inline double softplus(double score) noexcept {
  return std::max(score, 0.0) + std::log1p(std::exp(-std::abs(score)));
}

/// Returns the negative log-likelihood of a `result` in [0, 1]. `score` is the log-odds of a win.
inline double logistic_loss(double score, double result) noexcept {
  return std::max(score, 0.0) - score * result + std::log1p(std::exp(-std::abs(score)));
}

}  // namespace trivium
