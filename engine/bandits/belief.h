// Ternary arms and the posterior over their win/draw/loss probabilities.
//
// An arm is an unknown distribution over loss, draw and win. A pull of an arm samples one outcome
// from it; in the engine a pull is a playout. The Dirichlet distribution is the conjugate prior:
// each outcome adds one to its weight.
//
// Source: Liu et al. 2019, section 2 (paper 001).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/bandits/gamma.h"
#include "engine/core/outcome.h"
#include "engine/core/rng.h"

namespace trivium::bandits {

/// Three numbers for loss, draw and win: probabilities that sum to 1, or weights of a Dirichlet
/// distribution.
struct Ternary {
  double loss = 0;
  double draw = 0;
  double win = 0;

  double total() const noexcept { return loss + draw + win; }
  friend bool operator==(const Ternary&, const Ternary&) = default;
};

/// Simulates one pull of an arm with these probabilities: returns a random outcome.
inline Outcome pulled(const Ternary& chances, Rng& rng) noexcept {
  const double u = rng.unit();
  return u < chances.loss                  ? Outcome::kLoss
         : u < chances.loss + chances.draw ? Outcome::kDraw
                                           : Outcome::kWin;
}

/// The paper's prior: uniform over all probability triples.
inline constexpr Ternary kFlatPrior{1, 1, 1};

/// Minimum weight of a prior. Gamma variates of smaller shapes underflow to 0 too often.
inline constexpr double kMinWeight = 0.01;

/// Dirichlet posterior of one arm.
class Belief {
 public:
  /// Requires: the weights of `prior` are at least kMinWeight.
  explicit Belief(const Ternary& prior = kFlatPrior) noexcept
      : gammas_{GammaDistribution(prior.loss), GammaDistribution(prior.draw),
                GammaDistribution(prior.win)},
        no_loss_(prior.draw + prior.win) {}

  /// Updates the posterior with the outcome of one pull.
  void observe(Outcome outcome) noexcept {
    GammaDistribution& gamma = gammas_[static_cast<std::size_t>(static_cast<int>(outcome) + 1)];
    gamma = GammaDistribution(gamma.shape() + 1);
    if (outcome != Outcome::kLoss) no_loss_ = GammaDistribution(no_loss_.shape() + 1);
    ++pulls_;
  }

  /// Number of outcomes observed.
  std::uint32_t pulls() const noexcept { return pulls_; }
  /// Returns the weights of the Dirichlet distribution.
  Ternary weights() const noexcept {
    return {gammas_[0].shape(), gammas_[1].shape(), gammas_[2].shape()};
  }
  /// Returns the posterior mean of the probabilities.
  Ternary mean() const noexcept {
    const Ternary sum = weights();
    const double each = 1 / sum.total();
    return {sum.loss * each, sum.draw * each, sum.win * each};
  }
  /// Returns probabilities sampled from the posterior.
  Ternary sample(Rng& rng) const noexcept {
    for (;;) {
      const double loss = gammas_[0](rng), draw = gammas_[1](rng), win = gammas_[2](rng);
      const double each = 1 / (loss + draw + win);
      if (each <= kMax) [[likely]]
        return {loss * each, draw * each, win * each};
    }
  }
  /// Returns a loss probability sampled from the posterior (a beta distribution). Faster than
  /// sample().
  double sample_loss(Rng& rng) const noexcept {
    for (;;) {
      const double loss = gammas_[0](rng), total = loss + no_loss_(rng);
      if (total >= 1 / kMax) [[likely]]
        return loss / total;
    }
  }

 private:
  // Limit for 1 / sum. With three weights of kMinWeight the sum is smaller than 1 / kMax in about 4
  // of 10^9 samples.
  static constexpr double kMax = 1e280;

  std::array<GammaDistribution, 3> gammas_;
  GammaDistribution no_loss_;  // draw and win together
  std::uint32_t pulls_ = 0;
};

/// Posteriors of all leaves of a tree, by leaf number.
using Beliefs = std::vector<Belief>;

}  // namespace trivium::bandits
