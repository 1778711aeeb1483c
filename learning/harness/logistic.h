// The logistic function and its loss, for every score without overflow.
#pragma once

#include <algorithm>
#include <cmath>

namespace trivium::learning {

/// 1 / (1 + e^-score): the probability of which `score` are the log-odds.
inline double logistic(double score) noexcept {
  const double e = std::exp(-std::abs(score));
  return score >= 0.0 ? 1.0 / (1.0 + e) : e / (1.0 + e);
}

/// -log-likelihood of a `result`, 0..1, when the log-odds of a win are `score`.
inline double logistic_loss(double score, double result) noexcept {
  return std::max(score, 0.0) - score * result + std::log1p(std::exp(-std::abs(score)));
}

}  // namespace trivium::learning
