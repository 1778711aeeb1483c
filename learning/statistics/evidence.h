// Sums over cases that measure predictions: how probable a model made what happened. A case is a
// decision, a state or a position.
//
// Learners add these sums shard by shard, for training and held-out games, and report their means.
// Logarithms are natural, so log-likelihoods and log losses are in nats.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ranges>

#include "engine/core/add_fields.h"

namespace trivium::learning::statistics {

/// Returns `sum` per case; 0 without cases.
constexpr double mean_of(double sum, std::uint64_t cases) noexcept {
  return cases > 0 ? sum / static_cast<double>(cases) : 0.0;
}

/// Returns the sum of `parts`, in their order.
template <std::ranges::input_range Parts>
constexpr auto total_of(const Parts& parts) noexcept {
  std::ranges::range_value_t<Parts> sum{};
  for (const auto& part : parts) sum += part;
  return sum;
}

/// Predictions of a choice among alternatives.
struct ChoiceEvidence {
  std::uint64_t cases = 0;
  double log_likelihood = 0;  ///< of the chosen alternatives
  double uniform = 0;         ///< log-likelihood if all alternatives are equally likely
  double first = 0;           ///< number of cases in which the most probable alternative was chosen

  /// Adds a case, except to `first`. `chosen` is the log-likelihood of the chosen alternative.
  void add(double chosen, std::size_t alternatives) noexcept {
    ++cases;
    log_likelihood += chosen;
    uniform -= std::log(static_cast<double>(alternatives));
  }
  ChoiceEvidence& operator+=(const ChoiceEvidence& more) noexcept {
    return add_fields(*this, more, &ChoiceEvidence::cases, &ChoiceEvidence::log_likelihood,
                      &ChoiceEvidence::uniform, &ChoiceEvidence::first);
  }

  double mean() const noexcept { return mean_of(log_likelihood, cases); }  ///< log-likelihood
  double mean_uniform() const noexcept { return mean_of(uniform, cases); }
  double accuracy() const noexcept { return mean_of(first, cases); }
  /// Returns the information of the choices with the model, as a fraction of the information
  /// without it (paper 002). Smaller is better; 1 if there was nothing to choose.
  double compression() const noexcept { return uniform == 0 ? 1 : log_likelihood / uniform; }
};

/// Sum of the predicted probabilities of an event, and the number of times that it occurred. They
/// are about equal if the model is calibrated.
struct Calibration {
  double predicted = 0;
  double occurred = 0;

  Calibration& operator+=(const Calibration& more) noexcept {
    return add_fields(*this, more, &Calibration::predicted, &Calibration::occurred);
  }
};

/// Predictions of the results of games. A learner leaves out what its model does not predict.
struct ResultEvidence {
  std::uint64_t cases = 0;
  double loss = 0;      ///< log loss
  double correct = 0;   ///< number of cases whose most probable result occurred
  Calibration won{};    ///< wins of the side to move
  Calibration drawn{};  ///< draws

  ResultEvidence& operator+=(const ResultEvidence& more) noexcept {
    return add_fields(*this, more, &ResultEvidence::cases, &ResultEvidence::loss,
                      &ResultEvidence::correct, &ResultEvidence::won, &ResultEvidence::drawn);
  }

  double mean_loss() const noexcept { return mean_of(loss, cases); }
  double accuracy() const noexcept { return mean_of(correct, cases); }
};

/// Evidence by a number that cases have in common.
using EvidenceByNumber = std::map<std::size_t, ResultEvidence>;

}  // namespace trivium::learning::statistics
