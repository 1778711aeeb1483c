// Ternary arms and what is believed of them: chances of a loss, a draw and a win, with a Dirichlet distribution over them.
//
// A pull of an arm ends in a loss, a draw or a win. The Dirichlet distribution is conjugate to that: each outcome adds one to its weight.
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

/// Three numbers, of a loss, a draw and a win: chances that add up to 1, or weights of a Dirichlet distribution.
struct Ternary {
  double loss = 0;
  double draw = 0;
  double win = 0;

  double total() const noexcept { return loss + draw + win; }
  friend bool operator==(const Ternary&, const Ternary&) = default;
};

/// What an arm with these chances gives when it is pulled.
inline Outcome pulled(const Ternary& chances, Rng& rng) noexcept {
  const double u = rng.unit();
  return u < chances.loss ? Outcome::kLoss : u < chances.loss + chances.draw ? Outcome::kDraw : Outcome::kWin;
}

/// The paper's prior: all chances equally likely.
inline constexpr Ternary kFlatPrior{1, 1, 1};

/// The least weight that a prior may have: a gamma of a smaller shape is too often 0 in a computer's numbers.
inline constexpr double kMinWeight = 0.01;

/// A Dirichlet distribution of an arm's chances.
class Belief {
 public:
  /// The weights of `prior` are at least kMinWeight.
  explicit Belief(const Ternary& prior = kFlatPrior) noexcept
      : gammas_{GammaDistribution(prior.loss), GammaDistribution(prior.draw), GammaDistribution(prior.win)},
        no_loss_(prior.draw + prior.win) {}

  /// Adds what a pull gave.
  void observe(Outcome outcome) noexcept {
    GammaDistribution& gamma = gammas_[static_cast<std::size_t>(static_cast<int>(outcome) + 1)];
    gamma = GammaDistribution(gamma.shape() + 1);
    if (outcome != Outcome::kLoss) no_loss_ = GammaDistribution(no_loss_.shape() + 1);
    ++pulls_;
  }

  std::uint32_t pulls() const noexcept { return pulls_; }
  Ternary weights() const noexcept { return {gammas_[0].shape(), gammas_[1].shape(), gammas_[2].shape()}; }
  Ternary mean() const noexcept {
    const Ternary sum = weights();
    const double each = 1 / sum.total();
    return {sum.loss * each, sum.draw * each, sum.win * each};
  }
  /// Chances drawn from the distribution.
  Ternary sample(Rng& rng) const noexcept {
    for (;;) {
      const double loss = gammas_[0](rng), draw = gammas_[1](rng), win = gammas_[2](rng);
      const double each = 1 / (loss + draw + win);
      if (each <= kMax) [[likely]]
        return {loss * each, draw * each, win * each};
    }
  }
  /// The loss of such chances alone, in less time: it has a beta distribution.
  double sample_loss(Rng& rng) const noexcept {
    for (;;) {
      const double loss = gammas_[0](rng), total = loss + no_loss_(rng);
      if (total >= 1 / kMax) [[likely]]
        return loss / total;
    }
  }

 private:
  static constexpr double kMax = 1e280;  // beyond, the least weights gave nothing but numbers near 0: once in a million million times

  std::array<GammaDistribution, 3> gammas_;
  GammaDistribution no_loss_;  // of a draw and a win together
  std::uint32_t pulls_ = 0;
};

/// Of all leaves of a tree, by their numbers.
using Beliefs = std::vector<Belief>;

}  // namespace trivium::bandits
