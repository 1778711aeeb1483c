// Baselines for the network: models that predict the next action from few features. A network is
// useful only if it is more accurate.
//
// FrequencyModel always predicts the most frequent legal action. OddsModel is a logistic regression
// on hand strength, price of a call, round, and whether there is a bet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/evaluation.h"

namespace trivium::learning::poker_cnn {

/// Predicts actions by their frequencies in training. Immutable.
class FrequencyModel {
 public:
  /// Counts the actions of `train`.
  FrequencyModel(const LoggedHands& hands, std::span<const Decision> train);

  /// Returns the accuracy and mean loss in `test`.
  Evaluation evaluate(const LoggedHands& hands, std::span<const Decision> test) const;

 private:
  std::array<std::uint64_t, kActions> taken_{};  ///< number of times each action was taken
};

/// Multinomial logistic regression, fitted by Newton's method. Deterministic and immutable.
class OddsModel {
 public:
  /// The features are: 1; strength in [0, 1]; price of a call as a fraction of the pot after it;
  /// 1 if there is a bet; strength if there is a bet, else 0; strength squared; 1 on the flop; 1 on
  /// the turn; 1 on the river.
  static constexpr std::size_t kFeatures = 9;
  using Features = std::array<double, kFeatures>;

  /// Fits the weights to `train`.
  OddsModel(const LoggedHands& hands, std::span<const Decision> train);

  /// Returns the accuracy and mean loss in `test`.
  Evaluation evaluate(const LoggedHands& hands, std::span<const Decision> test) const;

 private:
  std::array<Features, kActions> weights_{};
};

/// A predictor of actions, and its results.
struct Predicted {
  std::string_view name;
  Evaluation evaluation;
};

/// Returns the results of both baselines, fitted to `train`, in `test`: most frequent action;
/// strength and odds.
std::vector<Predicted> baselines(const LoggedHands& hands, std::span<const Decision> train,
                                 std::span<const Decision> test);

}  // namespace trivium::learning::poker_cnn
