// Wald's sequential probability ratio test for matches: stop as soon as the results say which of two strengths is the likelier.
//
// The generalised test: the ratio of the largest likelihoods of the counts under "the mean is that of H1" and "... of H0", each over all
// distributions on the possible results with that mean (maximised exactly by Newton's method on one multiplier). Bounds are in Elo or
// normalised Elo. Sources: Wald 1945; Van den Bergh, "A practical introduction to the GSPRT" (2019); fishtest uses the same model.
#pragma once

#include <cstdint>
#include <string>

#include "engine/core/result.h"
#include "learning/measure/pair_score.h"

namespace trivium::learning {

enum class EloModel : std::uint8_t { kLogistic, kNormalised };

struct SprtTest {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  ///< chance to accept H1 where H0 holds
  double beta = 0.05;   ///< chance to accept H0 where H1 holds
  EloModel model = EloModel::kNormalised;

  friend bool operator==(const SprtTest&, const SprtTest&) = default;
};

enum class SprtVerdict : std::uint8_t { kContinue, kH0, kH1 };

struct SprtState {
  double llr = 0;  ///< log-likelihood ratio; 0 without data, finite always
  double lower = 0;
  double upper = 0;
  SprtVerdict verdict = SprtVerdict::kContinue;
};

/// The error says what cannot be: elo0 not below elo1, alpha or beta not in (0, 0.5).
Status check(const SprtTest& test);

SprtState sprt(const SprtTest& test, const GameCounts& games) noexcept;
SprtState sprt(const SprtTest& test, const PairCounts& pairs) noexcept;

}  // namespace trivium::learning
