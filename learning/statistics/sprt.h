// Wald's sequential probability ratio test for matches: stop as soon as the results say which of
// two strengths is the likelier.
//
// The generalized test: LLR = log of the ratio of two maxima of the likelihood of the counts, each
// over all distributions on the possible results of which the hypothesis is true. In the logistic
// model H0 and H1 give the mean result; in the normalized model they give the mean less 1/2 over
// the standard deviation, as in pair_score.h. Nothing is assumed of draws, nor of the two games of
// a pair. A result that never came counts as a thousandth of a unit, so that each maximum exists.
//
// A maximum under sum p_i b_i = 0 is p_i = c_i / (n (1 + theta b_i)), theta by Newton's method. The
// normalized constraint is not linear; it is made so around the mean and deviation of the last
// solution, from two wins and losses on: with its center fixed it is never weaker than the true one
// (for a positive bound), so that each solution stays possible for the next. Sources: Wald 1945;
// Van den Bergh, "A practical introduction to the GSPRT" and "Comments on Normalized Elo" (2019,
// 2020); fishtest uses the same model.
#pragma once

#include <cstdint>

#include "engine/core/result.h"
#include "learning/statistics/pair_score.h"

namespace trivium::learning::statistics {

enum class EloModel : std::uint8_t { kLogistic, kNormalized };

struct SprtTest {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  ///< chance to accept H1 where H0 holds
  double beta = 0.05;   ///< chance to accept H0 where H1 holds
  EloModel model = EloModel::kNormalized;

  friend bool operator==(const SprtTest&, const SprtTest&) = default;
};

enum class SprtVerdict : std::uint8_t { kContinue, kH0, kH1 };

struct SprtState {
  double llr = 0;    ///< log-likelihood ratio; 0 without data, finite always
  double lower = 0;  ///< at or below it H0 is accepted
  double upper = 0;  ///< at or above it H1 is accepted
  SprtVerdict verdict = SprtVerdict::kContinue;
};

/// The error says what cannot be: elo0 not below elo1, one of them past 1000 either way, alpha or
/// beta not in (0, 0.5).
Status check(const SprtTest& test);

/// `test` must pass check(). A few microseconds, whatever the counts.
SprtState sprt(const SprtTest& test, const GameCounts& games) noexcept;
SprtState sprt(const SprtTest& test, const PairCounts& pairs) noexcept;

}  // namespace trivium::learning::statistics
