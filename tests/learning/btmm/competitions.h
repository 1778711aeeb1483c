// Likelihoods of expanded states, and their maximum: slow references for tests of BTMM.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "learning/btmm/learner.h"
#include "learning/btmm/state_source.h"
#include "learning/statistics/linear_algebra.h"

namespace trivium::learning::btmm::test {

inline double strength(const std::vector<FeatureId>& team, std::span<const double> gammas) {
  double product = 1.0;
  for (const FeatureId feature : team) product *= gammas[feature];
  return product;
}

inline double total(const Competition& one, std::span<const double> gammas) {
  double sum = 0.0;
  for (const auto& team : one.teams) sum += strength(team, gammas);
  return sum;
}

inline double log_evidence(const std::vector<Competition>& all, std::span<const double> gammas) {
  double sum = 0.0;
  for (const Competition& one : all)
    sum += std::log(strength(one.teams[one.winner], gammas) / total(one, gammas));
  return sum;
}

/// Gammas at the top of the learner's objective, and the objective there.
struct Top {
  std::vector<double> gammas;
  double objective = 0.0;
};

/// Newton's method for the learner's objective in lambda = ln gamma, on expanded teams: sum of
/// [lambda . team(winner) - ln total] and the prior.
inline Top newton_top(const std::vector<Competition>& all, std::size_t features,
                      const Prior& prior) {
  std::vector<double> lambda(features);
  const auto gammas = [&] {
    std::vector<double> values;
    for (const double each : lambda) values.push_back(std::exp(each));
    return values;
  };
  const auto objective = [&] {
    double sum = log_evidence(all, gammas());
    for (const double each : lambda)
      sum += prior.wins * each - prior.games * std::log1p(std::exp(each));
    return sum;
  };
  for (int iteration = 0; iteration < 40; ++iteration) {
    std::vector<double> gradient(features);
    statistics::Matrix hessian(features);  // of minus the objective
    for (std::size_t i = 0; i < features; ++i) {
      const double p = 1.0 / (1.0 + std::exp(-lambda[i]));
      gradient[i] = prior.wins - prior.games * p;
      hessian.at(i, i) = prior.games * p * (1.0 - p);
    }
    const std::vector<double> now = gammas();
    for (const Competition& one : all) {
      const double sum = total(one, now);
      std::vector<double> mean(features);
      for (const auto& team : one.teams) {
        const double p = strength(team, now) / sum;
        for (const auto i : team) {
          mean[i] += p;
          for (const auto j : team) hessian.at(i, j) += p;
        }
      }
      for (const auto i : one.teams[one.winner]) gradient[i] += 1.0;
      for (std::size_t i = 0; i < features; ++i) {
        gradient[i] -= mean[i];
        for (std::size_t j = 0; j < features; ++j) hessian.at(i, j) -= mean[i] * mean[j];
      }
    }
    const std::vector<double> step = statistics::Cholesky::of(hessian)->solve(gradient);
    for (std::size_t i = 0; i < features; ++i) lambda[i] += step[i];
  }
  return {gammas(), objective()};
}

}  // namespace trivium::learning::btmm::test
