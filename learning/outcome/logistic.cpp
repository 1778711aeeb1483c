#include "learning/outcome/logistic.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "learning/harness/linear_algebra.h"
#include "learning/harness/logistic.h"

namespace trivium::learning {

namespace {

constexpr int kMaxHalvings = 40;
constexpr double kArmijo = 1e-4;  // share of the promised gain that a step must bring

double dot(std::span<const float> row, std::span<const double> weights) {
  double sum = 0.0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += static_cast<double>(row[i]) * weights[i];
  return sum;
}

/// A gradient and the lower triangle of a matrix of second moments, summed over positions or games.
struct Moments {
  std::vector<double> first;
  Matrix second;

  explicit Moments(std::size_t features) : first(features), second(features) {}

  void add_outer(std::span<const double> row, double factor) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == 0.0) continue;
      const double scaled = factor * row[i];
      for (std::size_t j = 0; j <= i; ++j) second.at(i, j) += scaled * row[j];
    }
  }

  void merge(const Moments& other) {
    for (std::size_t i = 0; i < first.size(); ++i) first[i] += other.first[i];
    for (std::size_t i = 0; i < second.values.size(); ++i) second.values[i] += other.second.values[i];
  }
};

/// Calls visit(position) for the positions of a shard's games.
template <class Visit>
void for_positions(const OutcomeData& data, const Shards& shards, std::size_t shard, const Visit& visit) {
  const Range games = shards.range(shard, data.games());
  for (std::size_t game = games.begin; game < games.end; ++game) {
    const Range rows = data.rows(game);
    for (std::size_t position = rows.begin; position < rows.end; ++position) visit(position);
  }
}

/// Gradient and Hessian of the objective.
Moments derivatives(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards) {
  const auto part = [&](std::size_t shard) {
    Moments sum(data.features);
    std::vector<double> row(data.features);
    for_positions(data, shards, shard, [&](std::size_t position) {
      std::ranges::copy(data.row(position), row.begin());
      const double probability = logistic(dot(data.row(position), weights));
      const double error = probability - static_cast<double>(data.results[position]);
      for (std::size_t i = 0; i < row.size(); ++i) sum.first[i] += error * row[i];
      sum.add_outer(row, probability * (1.0 - probability));
    });
    return sum;
  };
  Moments start(data.features);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    start.first[i] = ridge * weights[i];
    start.second.at(i, i) = ridge;
  }
  return shards.reduce(std::move(start), part, [](Moments& sum, const Moments& more) { sum.merge(more); });
}

Cholesky factor(const Matrix& hessian) {
  std::optional<Cholesky> factor = Cholesky::of(hessian);
  if (!factor) throw std::invalid_argument("the Hessian is not positive definite: the ridge must be positive and the features finite");
  return *std::move(factor);
}

}  // namespace

void OutcomeData::append_game(const OutcomeData& other, Range range) {
  for (std::size_t position = range.begin; position < range.end; ++position) {
    const std::span<const float> row = other.row(position);
    values.insert(values.end(), row.begin(), row.end());
    results.push_back(other.results[position]);
  }
  game_ends.push_back(results.size());
}

double objective(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards) {
  const auto part = [&](std::size_t shard) {
    double sum = 0.0;
    for_positions(data, shards, shard, [&](std::size_t position) {
      sum += logistic_loss(dot(data.row(position), weights), static_cast<double>(data.results[position]));
    });
    return sum;
  };
  double penalty = 0.0;
  for (const double weight : weights) penalty += 0.5 * ridge * weight * weight;
  return shards.reduce(penalty, part, [](double& sum, double more) { sum += more; });
}

std::vector<double> gradient(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards) {
  return derivatives(data, weights, ridge, shards).first;
}

NewtonStep newton_step(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards) {
  const Moments at = derivatives(data, weights, ridge, shards);
  const std::vector<double> direction = factor(at.second).solve(at.first);
  NewtonStep step;
  step.weights.assign(weights.begin(), weights.end());
  step.objective = objective(data, weights, ridge, shards);
  for (std::size_t i = 0; i < direction.size(); ++i) step.decrement += 0.5 * at.first[i] * direction[i];

  double length = 1.0;
  for (int halving = 0; halving < kMaxHalvings; ++halving, length /= 2) {
    std::vector<double> candidate(weights.begin(), weights.end());
    for (std::size_t i = 0; i < candidate.size(); ++i) candidate[i] -= length * direction[i];
    if (objective(data, candidate, ridge, shards) <= step.objective - kArmijo * length * 2.0 * step.decrement) {
      step.weights = std::move(candidate);
      step.length = length;
      break;
    }
  }
  return step;
}

std::vector<double> standard_errors(const OutcomeData& data, std::span<const double> weights, double ridge, const Shards& shards) {
  const auto part = [&](std::size_t shard) {
    Moments sum(data.features);
    const Range games = shards.range(shard, data.games());
    for (std::size_t game = games.begin; game < games.end; ++game) {
      std::vector<double> score(data.features);  // the gradient of this game's loss
      for (std::size_t position = data.rows(game).begin; position < data.rows(game).end; ++position) {
        const std::span<const float> row = data.row(position);
        const double error = logistic(dot(row, weights)) - static_cast<double>(data.results[position]);
        for (std::size_t i = 0; i < score.size(); ++i) score[i] += error * static_cast<double>(row[i]);
      }
      sum.add_outer(score, 1.0);
    }
    return sum;
  };
  const Matrix middle = shards.reduce(Moments(data.features), part, [](Moments& sum, const Moments& more) { sum.merge(more); }).second;
  const Cholesky bread = factor(derivatives(data, weights, ridge, shards).second);

  std::vector<double> errors(data.features);
  for (std::size_t k = 0; k < data.features; ++k) {
    std::vector<double> unit(data.features);
    unit[k] = 1.0;
    const std::vector<double> column = bread.solve(unit);  // of the inverse Hessian
    double variance = 0.0;
    for (std::size_t i = 0; i < data.features; ++i) {
      for (std::size_t j = 0; j <= i; ++j) variance += (i == j ? 1.0 : 2.0) * column[i] * middle.at(i, j) * column[j];
    }
    errors[k] = std::sqrt(std::max(variance, 0.0));
  }
  return errors;
}

OutcomeMetrics measure(const OutcomeData& data, std::span<const double> weights, const Shards& shards) {
  struct Sums {
    double loss = 0.0;
    double right = 0.0;
    std::size_t decided = 0;
  };
  const auto part = [&](std::size_t shard) {
    Sums sums;
    for_positions(data, shards, shard, [&](std::size_t position) {
      const double score = dot(data.row(position), weights);
      const double result = static_cast<double>(data.results[position]);
      sums.loss += logistic_loss(score, result);
      if (result == 0.5) return;
      ++sums.decided;
      sums.right += score == 0.0 ? 0.5 : (score > 0.0) == (result == 1.0) ? 1.0 : 0.0;
    });
    return sums;
  };
  const Sums sums = shards.reduce(Sums{}, part, [](Sums& sum, const Sums& more) {
    sum.loss += more.loss;
    sum.right += more.right;
    sum.decided += more.decided;
  });
  OutcomeMetrics metrics{data.games(), data.positions(), 0.0, 0.0};
  if (data.positions() > 0) metrics.log_loss = sums.loss / static_cast<double>(data.positions());
  if (sums.decided > 0) metrics.accuracy = sums.right / static_cast<double>(sums.decided);
  return metrics;
}

}  // namespace trivium::learning
