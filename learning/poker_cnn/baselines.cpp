#include "learning/poker_cnn/baselines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "engine/poker/rules/hand.h"
#include "learning/poker_cnn/targets.h"
#include "learning/statistics/newton.h"
#include "learning/statistics/ridge.h"

namespace trivium::learning::poker_cnn {

namespace {

constexpr std::size_t kNewtonSteps = 12;
constexpr double kRidge = 1e-3;  // keeps the system solvable if an action was never taken

/// Features of the odds model: 1; strength in [0, 1]; price of a call as a fraction of the pot
/// after it; 1 if there is a bet; strength if there is a bet, else 0; strength squared; 1 on the
/// flop; 1 on the turn; 1 on the river.
constexpr std::size_t kFeatures = 9;
using Features = std::array<double, kFeatures>;
/// Weights of the odds model, by action.
using Weights = std::array<Features, kActions>;

Features features_of(const poker::Hand& hand) {
  const poker::Betting& betting = hand.betting();
  const poker::Beaten beaten =
      poker::beaten_now(poker::holding_of(hand, betting.actor()), hand.board());
  const double strength = 1 - static_cast<double>(beaten.by) / beaten.of;
  const double price = betting.to_call() / static_cast<double>(betting.pot() + betting.to_call());
  const double bet = betting.to_call() > 0 ? 1 : 0;
  const auto in_round = [&](int round) { return betting.round() == round ? 1.0 : 0.0; };
  return {1,           strength,    price,      bet, strength * bet, strength * strength,
          in_round(1), in_round(2), in_round(3)};
}

/// Evaluates predict(hand), which returns the probabilities of legal actions.
template <class Predict>
Evaluation evaluation_of(const LoggedHands& hands, std::span<const Decision> test,
                         const Predict& predict) {
  Evaluation evaluation;
  for (const Decision& decision : test) {
    const poker::Hand hand = hands.before(decision);
    evaluation.add(hand.betting(), predict(hand), taken_target(hands, decision, {}).actions);
  }
  return evaluation.mean();
}

/// Returns the score of each action.
Chances scores_of(const Weights& weights, const Features& features) {
  Chances scores{};
  for (std::size_t action = 0; action < kActions; ++action) {
    for (std::size_t i = 0; i < features.size(); ++i)
      scores[action] += weights[action][i] * features[i];
  }
  return scores;
}

/// Returns the softmax of the scores of legal actions; illegal actions have probability 0.
Chances chances(Chances scores, const std::array<bool, kActions>& legal) {
  const double highest = std::ranges::max(scores);
  double sum = 0;
  for (std::size_t action = 0; action < kActions; ++action) {
    scores[action] = legal[action] ? std::exp(scores[action] - highest) : 0;
    sum += scores[action];
  }
  for (double& score : scores) score /= sum;
  return scores;
}

struct Example {
  Features features;
  std::array<bool, kActions> legal;
  std::size_t taken;
};

// The weights of a call are 0, so those of fold and raise are free.
constexpr std::size_t kFree = 2 * kFeatures;
constexpr std::array<std::size_t, 2> kFitted{0, 2};

/// Returns the weights by action, given the free ones.
Weights weights_of(const std::vector<double>& fitted) {
  Weights weights{};
  for (std::size_t a = 0; a < kFree; ++a)
    weights[kFitted[a / kFeatures]][a % kFeatures] = fitted[a];
  return weights;
}

/// Log-likelihood minus the ridge, with its derivatives by the free weights.
struct LogLikelihood {
  double value = 0;
  std::vector<double> gradient = std::vector<double>(kFree);
  statistics::Matrix curvature{kFree};
};

LogLikelihood log_likelihood(const std::vector<Example>& examples,
                             const std::vector<double>& fitted) {
  const Weights weights = weights_of(fitted);
  const statistics::Ridge ridge{kRidge * static_cast<double>(examples.size())};
  LogLikelihood sum;
  for (std::size_t a = 0; a < kFree; ++a) {
    sum.value -= ridge.penalty(fitted[a]);
    sum.gradient[a] = -ridge.slope(fitted[a]);
    sum.curvature.at(a, a) = ridge.strength;
  }
  for (const Example& example : examples) {
    const Chances p = chances(scores_of(weights, example.features), example.legal);
    sum.value += std::log(p[example.taken]);
    for (std::size_t a = 0; a < kFree; ++a) {
      const std::size_t action = kFitted[a / kFeatures];
      const double x = example.features[a % kFeatures];
      sum.gradient[a] += ((example.taken == action ? 1.0 : 0.0) - p[action]) * x;
      for (std::size_t b = 0; b <= a; ++b) {
        const std::size_t other = kFitted[b / kFeatures];
        const double bend = p[action] * ((action == other ? 1.0 : 0.0) - p[other]);
        sum.curvature.at(a, b) += bend * x * example.features[b % kFeatures];
      }
    }
  }
  return sum;
}

/// Returns the weights of the odds model, fitted to `train`; zeros if it is empty.
Weights fitted_weights(const LoggedHands& hands, std::span<const Decision> train) {
  std::vector<Example> examples;
  examples.reserve(train.size());
  for (const Decision& decision : train) {
    const poker::Hand hand = hands.before(decision);
    examples.push_back({features_of(hand), legal_actions(hand.betting()),
                        static_cast<std::size_t>(hands.label(decision, {}).action)});
  }
  if (examples.empty()) return {};
  const auto at = [&examples](const std::vector<double>& fitted) {
    return log_likelihood(examples, fitted);
  };
  const std::vector<double> start(kFree);
  statistics::Place<LogLikelihood> place{start, at(start)};
  std::size_t steps = 0;
  statistics::climb(place, steps, {.steps = kNewtonSteps}, at, statistics::kNewtonDirection,
                    statistics::kTakeUnlessLower);
  return weights_of(place.x);
}

}  // namespace

Evaluation evaluate_frequencies(const LoggedHands& hands, std::span<const Decision> train,
                                std::span<const Decision> test) {
  // Adds 1 to each count, so that no action has probability 0.
  Chances scores{1, 1, 1};
  for (const Decision& decision : train)
    ++scores[static_cast<std::size_t>(hands.label(decision, {}).action)];
  for (double& score : scores) score = std::log(score);
  return evaluation_of(hands, test, [&](const poker::Hand& hand) {
    return chances(scores, legal_actions(hand.betting()));
  });
}

Evaluation evaluate_odds(const LoggedHands& hands, std::span<const Decision> train,
                         std::span<const Decision> test) {
  const Weights weights = fitted_weights(hands, train);
  return evaluation_of(hands, test, [&](const poker::Hand& hand) {
    return chances(scores_of(weights, features_of(hand)), legal_actions(hand.betting()));
  });
}

std::vector<Predicted> baselines(const LoggedHands& hands, std::span<const Decision> train,
                                 std::span<const Decision> test) {
  return {{"most frequent", evaluate_frequencies(hands, train, test)},
          {"strength and odds", evaluate_odds(hands, train, test)}};
}

}  // namespace trivium::learning::poker_cnn
