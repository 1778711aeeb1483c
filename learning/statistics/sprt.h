// Wald's sequential probability ratio test (SPRT) for matches: stops as soon as the results decide
// between two hypotheses about the strength difference.
//
// This is the generalized test. LLR is the logarithm of L1 / L0, where L0 and L1 are the maximum
// likelihoods of the counts over all distributions of results that satisfy H0 or H1. In the
// logistic model a hypothesis fixes the mean result. In the normalized model it fixes the mean
// minus 1/2, divided by the standard deviation, as in pair_score.h. The test assumes nothing about
// draws or about the two games of a pair. A result that never occurred counts as a thousandth of a
// unit, so that each maximum exists.
//
// The maximum under a linear constraint sum p_i b_i = 0 is p_i = c_i / (n (1 + theta b_i));
// Newton's method finds theta. The constraint of the normalized model is not linear. It is
// linearized around the mean and deviation of the last solution, beginning with a distribution of
// wins and losses only. For a positive bound the linear constraint implies the true one, so each
// solution is feasible in the next iteration.
//
// Sources: Wald 1945; Van den Bergh, "A practical introduction to the GSPRT" and "Comments on
// Normalized Elo" (2019, 2020); fishtest uses the same model.
#pragma once

#include <cstdint>

#include "engine/core/result.h"
#include "learning/statistics/pair_score.h"

namespace trivium::learning::statistics {

enum class EloModel : std::uint8_t { kLogistic, kNormalized };

struct SprtTest {
  double elo0 = 0;      ///< H0, in Elo or normalized Elo; in [-1000, 1000]
  double elo1 = 5;      ///< H1; in [-1000, 1000], above elo0
  double alpha = 0.05;  ///< probability of accepting H1 if H0 is true; in (0, 0.5)
  double beta = 0.05;   ///< probability of accepting H0 if H1 is true; in (0, 0.5)
  EloModel model = EloModel::kNormalized;

  friend bool operator==(const SprtTest&, const SprtTest&) = default;
};

enum class SprtVerdict : std::uint8_t { kContinue, kH0, kH1 };

struct SprtState {
  double llr = 0;    ///< log-likelihood ratio; 0 without data, always finite
  double lower = 0;  ///< H0 is accepted at or below this LLR
  double upper = 0;  ///< H1 is accepted at or above this LLR
  SprtVerdict verdict = SprtVerdict::kContinue;
};

/// Checks the ranges above. Fails with sprt.elo, sprt.order, sprt.alpha or sprt.beta.
Status check(const SprtTest& test);

/// Returns the state of the test after these results. Takes a few microseconds for any counts.
/// Requires: check(test) is successful.
SprtState sprt(const SprtTest& test, const GameCounts& games) noexcept;
SprtState sprt(const SprtTest& test, const PairCounts& pairs) noexcept;

}  // namespace trivium::learning::statistics
