// Baselines for the network: predictions of the next action without a picture of the state.
//
// One always predicts the most frequent action. The other is a logistic regression on hand
// strength, price of a call, round, and whether there is a bet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/evaluation.h"

namespace trivium::learning::poker_cnn {

/// The most frequent legal action. Immutable.
class FrequencyModel {
 public:
  FrequencyModel(const LoggedHands& hands, std::span<const Decision> train);

  Evaluation evaluate(const LoggedHands& hands, std::span<const Decision> test) const;

 private:
  std::array<std::uint64_t, kActions> taken_{};
};

/// Multinomial logistic regression by Newton's method, deterministic. Immutable.
class OddsModel {
 public:
  /// 1; strength; price of a call as part of the pot with it; whether there is a bet; strength
  /// where there is one; strength squared; flop, turn, river.
  static constexpr std::size_t kFeatures = 9;
  using Features = std::array<double, kFeatures>;

  OddsModel(const LoggedHands& hands, std::span<const Decision> train);

  Evaluation evaluate(const LoggedHands& hands, std::span<const Decision> test) const;

 private:
  std::array<Features, kActions> weights_{};
};

}  // namespace trivium::learning::poker_cnn
