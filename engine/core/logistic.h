// The logistic function and its relatives: the chance that a score in log-odds stands for, and the
// loss of a result.
//
// Two formulas of the same function stand here, since results hang on the last digit: weights were
// learned by logistic(), the engine's reports are made by plain_logistic(). Networks of poker have
// a third one in single precision, with an exponential of their own that a compiler can vectorize
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

/// Returns the same by one formula for both signs. Differs from logistic() for negative scores, by
/// rounding, and below -709, where it is 0.
inline double plain_logistic(double score) noexcept { return 1.0 / (1.0 + std::exp(-score)); }

/// Returns log(1 + e^score), for every score without overflow.
inline double softplus(double score) noexcept { return std::max(score, 0.0) + std::log1p(std::exp(-std::abs(score))); }

/// Returns the negative log-likelihood of a `result` in [0, 1]; `score` are the log-odds of a
/// win.
inline double logistic_loss(double score, double result) noexcept {
  return std::max(score, 0.0) - score * result + std::log1p(std::exp(-std::abs(score)));
}

}  // namespace trivium
