#include "engine/bandits/belief.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>

namespace trivium::bandits {
namespace {

TEST_CASE(
    "each outcome adds one to its own weight in any order, and the mean is the share of the "
    "weights") {
  Belief belief(Ternary{0.5, 2, 1});
  for (const Outcome outcome :
       {Outcome::kWin, Outcome::kLoss, Outcome::kWin, Outcome::kDraw, Outcome::kWin})
    belief.observe(outcome);
  CHECK(belief.weights() == Ternary{1.5, 3, 4});
  CHECK(belief.pulls() == 5);
  CHECK(belief.mean().loss == doctest::Approx(1.5 / 8.5));
  CHECK(belief.mean().draw == doctest::Approx(3 / 8.5));
  CHECK(belief.mean().win == doctest::Approx(4 / 8.5));
  Belief other(Ternary{0.5, 2, 1});
  for (const Outcome outcome :
       {Outcome::kDraw, Outcome::kWin, Outcome::kWin, Outcome::kWin, Outcome::kLoss})
    other.observe(outcome);
  CHECK(other.weights() == belief.weights());
  CHECK(Belief().mean().draw == doctest::Approx(1.0 / 3));
}

TEST_CASE("a pull gives loss, draw and win with their probabilities") {
  Rng rng(1);
  std::array<int, 3> counts{};
  constexpr int kPulls = 100000;
  for (int i = 0; i < kPulls; ++i)
    ++counts[static_cast<std::size_t>(static_cast<int>(pulled({0.2, 0.5, 0.3}, rng)) + 1)];
  CHECK(std::fabs(counts[0] - 0.2 * kPulls) < 4 * std::sqrt(0.16 * kPulls));
  CHECK(std::fabs(counts[1] - 0.5 * kPulls) < 4 * std::sqrt(0.25 * kPulls));
  for (int i = 0; i < 1000; ++i) {
    CHECK(pulled({0, 1, 0}, rng) == Outcome::kDraw);
    CHECK(pulled({1, 0, 0}, rng) == Outcome::kLoss);
    CHECK(pulled({0, 0, 1}, rng) == Outcome::kWin);
  }
}

TEST_CASE(
    "posterior samples have the moments of the Dirichlet distribution, and a loss alone those of "
    "its beta distribution") {
  Rng rng(2);
  constexpr int kDraws = 200000;
  for (const Ternary& prior :
       {Ternary{1, 1, 1}, Ternary{0.3, 2, 6}, Ternary{50, 8, 0.5}, Ternary{400, 300, 200}}) {
    CAPTURE(prior.loss);
    const Belief belief(prior);
    const double total = prior.total();
    const Ternary mean = belief.mean();
    const auto covariance = [&](double a, double b, bool same) {
      return (same ? a * (total - a) : -a * b) / (total * total * (total + 1));
    };
    double loss = 0, draw = 0, square = 0, product = 0, alone = 0, alone_square = 0;
    for (int i = 0; i < kDraws; ++i) {
      const Ternary sample = belief.sample(rng);
      REQUIRE(sample.total() == doctest::Approx(1));
      const double off = sample.loss - mean.loss, other = sample.draw - mean.draw,
                   single = belief.sample_loss(rng) - mean.loss;
      loss += off / kDraws;
      draw += other / kDraws;
      square += off * off / kDraws;
      product += off * other / kDraws;
      alone += single / kDraws;
      alone_square += single * single / kDraws;
    }
    const double variance = covariance(prior.loss, 0, true),
                 draw_variance = covariance(prior.draw, 0, true);
    CHECK(std::fabs(loss) < 4 * std::sqrt(variance / kDraws));
    CHECK(std::fabs(draw) < 4 * std::sqrt(draw_variance / kDraws));
    CHECK(std::fabs(alone) < 4 * std::sqrt(variance / kDraws));
    CHECK(square == doctest::Approx(variance).epsilon(0.02));
    CHECK(alone_square == doctest::Approx(variance).epsilon(0.02));
    CHECK(std::fabs(product - covariance(prior.loss, prior.draw, false)) <
          0.02 * std::sqrt(variance * draw_variance));
  }
}

TEST_CASE("the minimum weights of a prior still give probabilities") {
  Rng rng(3);
  const Belief belief(Ternary{kMinWeight, kMinWeight, kMinWeight});
  int losses = 0;
  constexpr int kDraws = 30000;
  for (int i = 0; i < kDraws; ++i) {
    const Ternary sample = belief.sample(rng);
    REQUIRE(sample.total() == doctest::Approx(1));
    losses += sample.loss > 0.5;
    REQUIRE(belief.sample_loss(rng) >= 0);
  }
  CHECK(std::fabs(losses - kDraws / 3.0) < 4 * std::sqrt(kDraws * 2 / 9.0));
}

}  // namespace
}  // namespace trivium::bandits
