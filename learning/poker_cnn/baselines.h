// Baselines for the network: models that predict the next action from few features. A network is
// useful only if it is more accurate.
//
// The frequency model always predicts the most frequent legal action. The odds model is a
// multinomial logistic regression on hand strength, price of a call, round, and whether there is a
// bet; Newton's method fits it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/evaluation.h"

namespace trivium::learning::poker_cnn {

/// Returns the accuracy and mean loss in `test` of the frequency model of `train`.
Evaluation evaluate_frequencies(const LoggedHands& hands, std::span<const Decision> train,
                                std::span<const Decision> test);

/// Returns the accuracy and mean loss in `test` of the odds model of `train`. Deterministic.
Evaluation evaluate_odds(const LoggedHands& hands, std::span<const Decision> train,
                         std::span<const Decision> test);

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
