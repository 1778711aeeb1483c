#include "learning/poker_cnn/baselines.h"

#include <algorithm>
#include <cmath>

#include "engine/poker/rules/hand.h"
#include "learning/poker_cnn/targets.h"
#include "learning/statistics/linear_algebra.h"

namespace trivium::learning::poker_cnn {

namespace {

constexpr int kNewtonSteps = 12;
constexpr double kRidge = 1e-3;  // keeps the system solvable where an action was never taken

OddsModel::Features features_of(const poker::Hand& hand) {
  const poker::Betting& betting = hand.betting();
  const poker::Beaten beaten = poker::beaten_now(poker::holding_of(hand, betting.actor()), hand.board());
  const double strength = 1 - static_cast<double>(beaten.by) / beaten.of;
  const double price = betting.to_call() / static_cast<double>(betting.pot() + betting.to_call());
  const double bet = betting.to_call() > 0 ? 1 : 0;
  const auto in_round = [&](int round) { return betting.round() == round ? 1.0 : 0.0; };
  return {1, strength, price, bet, strength * bet, strength * strength, in_round(1), in_round(2), in_round(3)};
}

/// `foretell` gives the chances of legal actions.
template <class Foretell>
Evaluation evaluation_of(const LoggedHands& hands, std::span<const Decision> test, const Foretell& foretell) {
  Evaluation evaluation;
  for (const Decision& decision : test) {
    const poker::Hand hand = hands.before(decision);
    evaluation.add(hand.betting(), foretell(hand), taken_target(hands, decision, {}).actions);
  }
  return evaluation.mean();
}

Chances scores_of(const std::array<OddsModel::Features, kActions>& weights, const OddsModel::Features& features) {
  Chances scores{};
  for (std::size_t action = 0; action < kActions; ++action) {
    for (std::size_t i = 0; i < features.size(); ++i) scores[action] += weights[action][i] * features[i];
  }
  return scores;
}

/// Chances of the legal actions.
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
  OddsModel::Features features;
  std::array<bool, kActions> legal;
  std::size_t taken;
};

/// A step of Newton's method on fold and raise; the weights of a call stay 0.
void improve(const std::vector<Example>& examples, std::array<OddsModel::Features, kActions>& weights) {
  constexpr std::size_t kFree = 2 * OddsModel::kFeatures;
  constexpr std::array<std::size_t, 2> kFitted{0, 2};
  statistics::Matrix curvature(kFree);
  std::vector<double> slope(kFree);
  for (std::size_t a = 0; a < kFree; ++a) {
    curvature.at(a, a) = kRidge * static_cast<double>(examples.size());
    slope[a] = -kRidge * static_cast<double>(examples.size()) * weights[kFitted[a / OddsModel::kFeatures]][a % OddsModel::kFeatures];
  }
  for (const Example& example : examples) {
    const Chances p = chances(scores_of(weights, example.features), example.legal);
    for (std::size_t a = 0; a < kFree; ++a) {
      const std::size_t action = kFitted[a / OddsModel::kFeatures];
      const double x = example.features[a % OddsModel::kFeatures];
      slope[a] += ((example.taken == action ? 1.0 : 0.0) - p[action]) * x;
      for (std::size_t b = 0; b <= a; ++b) {
        const std::size_t other = kFitted[b / OddsModel::kFeatures];
        const double bend = p[action] * ((action == other ? 1.0 : 0.0) - p[other]);
        curvature.at(a, b) += bend * x * example.features[b % OddsModel::kFeatures];
      }
    }
  }
  const std::optional<statistics::Cholesky> factor = statistics::Cholesky::of(curvature);
  if (!factor) return;
  const std::vector<double> step = factor->solve(slope);
  for (std::size_t a = 0; a < kFree; ++a) weights[kFitted[a / OddsModel::kFeatures]][a % OddsModel::kFeatures] += step[a];
}

}  // namespace

FrequencyModel::FrequencyModel(const LoggedHands& hands, std::span<const Decision> train) {
  for (const Decision& decision : train) ++taken_[static_cast<std::size_t>(hands.label(decision, {}).action)];
}

Evaluation FrequencyModel::evaluate(const LoggedHands& hands, std::span<const Decision> test) const {
  // Each as if it had been taken once more, so that none is impossible.
  Chances scores{};
  for (std::size_t action = 0; action < kActions; ++action) scores[action] = std::log(static_cast<double>(taken_[action]) + 1);
  return evaluation_of(hands, test, [&](const poker::Hand& hand) { return chances(scores, legal_actions(hand.betting())); });
}

OddsModel::OddsModel(const LoggedHands& hands, std::span<const Decision> train) {
  std::vector<Example> examples;
  examples.reserve(train.size());
  for (const Decision& decision : train) {
    const poker::Hand hand = hands.before(decision);
    examples.push_back({features_of(hand), legal_actions(hand.betting()), static_cast<std::size_t>(hands.label(decision, {}).action)});
  }
  for (int step = 0; step < kNewtonSteps && !examples.empty(); ++step) improve(examples, weights_);
}

Evaluation OddsModel::evaluate(const LoggedHands& hands, std::span<const Decision> test) const {
  return evaluation_of(
      hands, test, [&](const poker::Hand& hand) { return chances(scores_of(weights_, features_of(hand)), legal_actions(hand.betting())); });
}

}  // namespace trivium::learning::poker_cnn
