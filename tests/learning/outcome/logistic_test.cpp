// Logistic regression against closed forms, difference quotients and a slow independent optimiser.
#include "learning/outcome/logistic.h"

#include <cmath>
#include <doctest/doctest.h>
#include <stdexcept>

#include "engine/core/rng.h"

using namespace trivium::learning;

namespace {

/// `games` games of `each` positions with results drawn from the model with weights `truth`; the first feature is constant.
OutcomeData drawn(std::size_t games, std::size_t each, const std::vector<double>& truth, std::uint64_t seed) {
  trivium::Rng rng(seed);
  OutcomeData data;
  data.features = truth.size();
  for (std::size_t game = 0; game < games; ++game) {
    for (std::size_t position = 0; position < each; ++position) {
      double score = truth[0];
      data.values.push_back(1.0F);
      for (std::size_t i = 1; i < truth.size(); ++i) {
        data.values.push_back(static_cast<float>(rng.below(7)) - 3.0F);
        score += truth[i] * static_cast<double>(data.values.back());
      }
      data.results.push_back(rng.unit() < 1.0 / (1.0 + std::exp(-score)) ? 1.0F : 0.0F);
    }
    data.game_ends.push_back(data.positions());
  }
  return data;
}

/// One constant feature; `wins` of `games` single-position games won.
OutcomeData coin(std::size_t wins, std::size_t games) {
  OutcomeData data;
  data.features = 1;
  for (std::size_t game = 0; game < games; ++game) {
    data.values.push_back(1.0F);
    data.results.push_back(game < wins ? 1.0F : 0.0F);
    data.game_ends.push_back(game + 1);
  }
  return data;
}

std::vector<double> newton_optimum(const OutcomeData& data, double ridge) {
  const Shards shards(8, 1);
  std::vector<double> weights(data.features);
  for (int i = 0; i < 30; ++i) {
    const NewtonStep step = newton_step(data, weights, ridge, shards);
    weights = step.weights;
    if (step.decrement < 1e-9) return weights;
  }
  throw std::runtime_error("Newton did not converge");
}

/// The objective written down once more, without tricks.
double plain_objective(const OutcomeData& data, const std::vector<double>& weights, double ridge) {
  double sum = 0.0;
  for (std::size_t position = 0; position < data.positions(); ++position) {
    double score = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) score += weights[i] * static_cast<double>(data.row(position)[i]);
    const double p = 1.0 / (1.0 + std::exp(-score));
    const double result = static_cast<double>(data.results[position]);
    sum -= result * std::log(p) + (1.0 - result) * std::log(1.0 - p);
  }
  for (const double weight : weights) sum += ridge / 2 * weight * weight;
  return sum;
}

}  // namespace

TEST_CASE("the objective is what its definition says") {
  const OutcomeData data = drawn(20, 3, {0.2, 0.5, -0.3}, 1);
  const std::vector<double> weights{0.1, -0.2, 0.3};
  CHECK(objective(data, weights, 0.7, Shards(4, 1)) == doctest::Approx(plain_objective(data, weights, 0.7)).epsilon(1e-12));
}

TEST_CASE("the gradient is the difference quotient of the objective") {
  const OutcomeData data = drawn(50, 2, {0.2, 0.5, -0.3}, 2);
  std::vector<double> weights{0.3, -0.1, 0.2};
  const std::vector<double> exact = gradient(data, weights, 0.5, Shards(4, 1));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    constexpr double kStep = 1e-5;
    std::vector<double> up = weights;
    std::vector<double> down = weights;
    up[i] += kStep;
    down[i] -= kStep;
    const double quotient = (plain_objective(data, up, 0.5) - plain_objective(data, down, 0.5)) / (2 * kStep);
    CHECK(exact[i] == doctest::Approx(quotient).epsilon(1e-6));
  }
}

TEST_CASE("Newton's optimum is where slow gradient descent ends too") {
  const OutcomeData data = drawn(60, 1, {0.2, 0.5, -0.3}, 3);
  const std::vector<double> optimum = newton_optimum(data, 0.1);
  std::vector<double> weights(3);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<double> slope(3);
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<double> up = weights;
      std::vector<double> down = weights;
      up[k] += 1e-5;
      down[k] -= 1e-5;
      slope[k] = (plain_objective(data, up, 0.1) - plain_objective(data, down, 0.1)) / 2e-5;
    }
    for (std::size_t k = 0; k < 3; ++k) weights[k] -= 0.005 * slope[k];
  }
  for (std::size_t k = 0; k < 3; ++k) CHECK(optimum[k] == doctest::Approx(weights[k]).epsilon(1e-5));
  for (const double slope : gradient(data, optimum, 0.1, Shards(4, 1))) CHECK(std::abs(slope) < 1e-6);
}

TEST_CASE("a coin's weight is the log-odds of its heads, and its standard error that of the binomial") {
  const OutcomeData data = coin(300, 400);
  const std::vector<double> weights = newton_optimum(data, 1e-9);
  CHECK(weights[0] == doctest::Approx(std::log(3.0)).epsilon(1e-8));
  const std::vector<double> errors = standard_errors(data, weights, 1e-9, Shards(4, 1));
  CHECK(errors[0] == doctest::Approx(1.0 / std::sqrt(400 * 0.75 * 0.25)).epsilon(1e-6));
}

TEST_CASE("a feature that never met a loss keeps a finite weight") {
  const OutcomeData data = coin(50, 50);
  const std::vector<double> weights = newton_optimum(data, 1.0);
  CHECK(weights[0] > 2.0);
  CHECK(weights[0] < 5.0);
}

TEST_CASE("positions repeated within a game do not make the weights look surer") {
  const OutcomeData once = drawn(300, 1, {0.2, 0.5}, 4);
  OutcomeData thrice;
  thrice.features = once.features;
  for (std::size_t game = 0; game < once.games(); ++game) {
    for (int copy = 0; copy < 3; ++copy) thrice.append_game(once, once.rows(game));
  }
  thrice.game_ends.clear();
  for (std::size_t game = 1; game <= once.games(); ++game) thrice.game_ends.push_back(3 * game);
  const std::vector<double> weights = newton_optimum(once, 1e-9);
  const std::vector<double> errors_once = standard_errors(once, weights, 1e-9, Shards(4, 1));
  const std::vector<double> errors_thrice = standard_errors(thrice, weights, 1e-9, Shards(4, 1));
  for (std::size_t i = 0; i < errors_once.size(); ++i) CHECK(errors_thrice[i] == doctest::Approx(errors_once[i]).epsilon(1e-6));
}

TEST_CASE("the weights that made the results are found within their errors") {
  const std::vector<double> truth{0.3, 0.8, -0.5, 0.0};
  const OutcomeData data = drawn(4000, 2, truth, 5);
  const std::vector<double> weights = newton_optimum(data, 1e-3);
  const std::vector<double> errors = standard_errors(data, weights, 1e-3, Shards(4, 1));
  for (std::size_t i = 0; i < truth.size(); ++i) CHECK(std::abs(weights[i] - truth[i]) < 4 * errors[i]);
}

TEST_CASE("a step from far away is shortened rather than overshooting") {
  const OutcomeData data = coin(1, 2);
  const std::vector<double> far{12.0};
  const NewtonStep step = newton_step(data, far, 1e-6, Shards(2, 1));
  CHECK(step.length > 0.0);
  CHECK(step.length < 1.0);
  CHECK(objective(data, step.weights, 1e-6, Shards(2, 1)) < step.objective);
}

TEST_CASE("accuracy counts an undecided prediction half and leaves draws out") {
  OutcomeData data = coin(1, 3);
  data.results = {1.0F, 0.0F, 0.5F};
  const std::vector<double> zero{0.0};
  const std::vector<double> plus{1.0};
  const OutcomeMetrics undecided = measure(data, zero, Shards(2, 1));
  CHECK(undecided.accuracy == 0.5);
  CHECK(undecided.log_loss == doctest::Approx(std::log(2.0)));
  CHECK(undecided.positions == 3);
  CHECK(measure(data, plus, Shards(2, 1)).accuracy == 0.5);
}
