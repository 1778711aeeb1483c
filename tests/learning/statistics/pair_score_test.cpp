// Scores and Elo compared with published figures, with Wilson's formula and with a numerical
// integral; and data without variance.
#include "learning/statistics/pair_score.h"

#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>

#include "engine/core/rng.h"

using namespace trivium::learning::statistics;
using doctest::Approx;

namespace {

constexpr double kZ = 1.959963984540054;

/// P(p > 1/2) where p has the density p^wins (1 - p)^losses, by the midpoint rule.
double integrated_superiority(double wins, double losses) {
  constexpr int kSteps = 20'000;
  const double top =
      wins * std::log(wins / (wins + losses)) + losses * std::log(losses / (wins + losses));
  double above = 0;
  double all = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double p = (i + 0.5) / kSteps;
    const double density = std::exp(wins * std::log(p) + losses * std::log(1 - p) - top);
    all += density;
    if (p > 0.5) above += density;
  }
  return above / all;
}

void check_sane(const Estimate& estimate) {
  CHECK(estimate.low <= estimate.value);
  CHECK(estimate.value <= estimate.high);
}

}  // namespace

TEST_CASE("Elo of a score and score of an Elo are inverse functions; Elo is infinite at the ends") {
  CHECK(elo_of_score(0.5) == 0);
  CHECK(elo_of_score(0.75) == Approx(190.8485).epsilon(1e-6));
  CHECK(score_of_elo(400) == Approx(10.0 / 11));
  for (const double elo : {-700.0, -3.0, 0.25, 120.0})
    CHECK(elo_of_score(score_of_elo(elo)) == Approx(elo));
  CHECK(elo_of_score(1) == INFINITY);
  CHECK(elo_of_score(0) == -INFINITY);
}

TEST_CASE("figures of many games agree with those in the tests of fastchess") {
  const GameCounts games{.wins = 136, .draws = 111, .losses = 96};
  CHECK(elo(games).value == Approx(40.70).epsilon(1e-3));
  CHECK((elo(games).high - elo(games).low) / 2 == Approx(30.43).epsilon(0.02));
  CHECK(normalized_elo(games).value == Approx(49.77).epsilon(1e-3));
  CHECK((normalized_elo(games).high - normalized_elo(games).low) / 2 ==
        Approx(36.77).epsilon(0.02));
  CHECK(likelihood_of_superiority(games) == Approx(0.9960).epsilon(1e-3));

  const PairCounts pairs{332, 433, 498, 333, 334};
  CHECK(elo(pairs).value == Approx(-8.64).epsilon(1e-3));
  CHECK((elo(pairs).high - elo(pairs).low) / 2 == Approx(10.33).epsilon(0.01));
  CHECK(normalized_elo(pairs).value == Approx(-9.17).epsilon(1e-3));
  CHECK((normalized_elo(pairs).high - normalized_elo(pairs).low) / 2 ==
        Approx(10.96).epsilon(0.01));
  CHECK(likelihood_of_superiority(pairs) == Approx(0.0505).epsilon(0.01));
}

TEST_CASE("a pair counts as one unit with the mean of its two results") {
  const ScoreSample sample(PairCounts{1, 0, 0, 0, 1});
  CHECK(sample.mean == 0.5);
  CHECK(sample.variance == Approx(0.25));
  CHECK(sample.games_per_unit == 2);
  CHECK(sample.units == 2);
}

TEST_CASE("independent games give the same normalized Elo singly and in pairs") {
  // 40% wins, 30% draws, 30% losses, and the pairs that are expected if games are independent, in
  // ten thousandths.
  const GameCounts games{4000, 3000, 3000};
  const PairCounts pairs{900, 1800, 2 * 1200 + 900, 2400, 1600};
  CHECK(normalized_elo(pairs).value == Approx(normalized_elo(games).value));
  CHECK(2 * ScoreSample(pairs).variance == Approx(ScoreSample(games).variance));
}

TEST_CASE(
    "if the opening decides both games of most pairs, the interval from pairs is narrower than "
    "that "
    "from single games") {
  const PairCounts pairs{5, 50, 1000, 60, 5};         // in most pairs each side wins once
  const GameCounts games{1060 + 10, 110, 1050 + 10};  // the same results as single games
  const ScoreSample of_pairs(pairs), of_games(games);
  CHECK(of_pairs.mean == Approx(of_games.mean).epsilon(1e-3));
  // Variances of the means.
  CHECK(of_pairs.variance / static_cast<double>(of_pairs.units) <
        of_games.variance / static_cast<double>(of_games.units) / 4);
}

TEST_CASE("without draws the interval is Wilson's") {
  for (const std::uint64_t wins : {0, 1, 7, 10}) {
    const double n = 10;
    const double p = static_cast<double>(wins) / n;
    const double center = (p + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
    const double half = kZ / (1 + kZ * kZ / n) * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
    const Estimate estimate = elo(GameCounts{.wins = wins, .losses = 10 - wins});
    if (wins > 0) CHECK(estimate.low == Approx(elo_of_score(center - half)));
    if (wins < 10) CHECK(estimate.high == Approx(elo_of_score(center + half)));
  }
}

TEST_CASE("without data the value is even and the interval has no bounds") {
  for (const Estimate& estimate : {elo(GameCounts{}), elo(PairCounts{}),
                                   normalized_elo(GameCounts{}), normalized_elo(PairCounts{})}) {
    CHECK(estimate.value == 0);
    CHECK(estimate.low == -INFINITY);
    CHECK(estimate.high == INFINITY);
  }
  CHECK(likelihood_of_superiority(GameCounts{}) == 0.5);
  CHECK(likelihood_of_superiority(PairCounts{}) == 0.5);
  CHECK(ScoreSample(PairCounts{}).mean == 0.5);
  CHECK(ScoreSample(PairCounts{}).variance == 0);
}

TEST_CASE("draws alone are an even score with an interval that shrinks like 1/n") {
  for (const std::uint64_t n : {1, 10, 1000}) {
    const Estimate estimate = elo(GameCounts{.draws = n});
    CHECK(estimate.value == 0);
    CHECK(estimate.high == Approx(-estimate.low));
    // At the ends a share q / (1 + q) of the games would be wins: the score is (1 + 2 q) / (2 + 2
    // q).
    CHECK(estimate.high == Approx(400 * std::log10(1 + 2 * kZ * kZ / static_cast<double>(n))));
    CHECK(normalized_elo(GameCounts{.draws = n}).value == 0);
    CHECK(normalized_elo(GameCounts{.draws = n}).high ==
          Approx(kNormalizedUnit * kZ / std::sqrt(static_cast<double>(n))));
    CHECK(likelihood_of_superiority(GameCounts{.draws = n}) == 0.5);
  }
}

TEST_CASE("wins alone have an infinite value and a finite lower end") {
  const Estimate one = elo(GameCounts{.wins = 1});
  const Estimate hundred = elo(GameCounts{.wins = 100});
  CHECK(hundred.value == INFINITY);
  CHECK(hundred.high == INFINITY);
  CHECK(one.low == Approx(400 * std::log10(1 / (kZ * kZ))));  // a score of 1 / (1 + z^2)
  CHECK(hundred.low > 500);
  CHECK(std::isfinite(hundred.low));
  CHECK(likelihood_of_superiority(GameCounts{.wins = 100}) > 0.999999);
  CHECK(normalized_elo(GameCounts{.wins = 100}).value == INFINITY);
  CHECK(std::isfinite(normalized_elo(GameCounts{.wins = 100}).low));
}

TEST_CASE(
    "pairs that are all equal but not even have a finite Elo and an infinite normalized Elo") {
  const PairCounts pairs{0, 0, 0, 20, 0};
  CHECK(elo(pairs).value == Approx(elo_of_score(0.75)));
  CHECK(std::isfinite(elo(pairs).low));
  CHECK(std::isfinite(elo(pairs).high));
  CHECK(normalized_elo(pairs).value == INFINITY);
  CHECK(normalized_elo(pairs).high == INFINITY);
  CHECK(std::isfinite(normalized_elo(pairs).low));
}

TEST_CASE(
    "figures are never NaN and lie in their intervals; the other side's are their mirror image") {
  trivium::Rng rng(4);
  const auto count = [&] {
    return rng.below(3) == 0 ? 0 : std::uint64_t{rng.below(1U << rng.below(20))};
  };
  for (int round = 0; round < 3000; ++round) {
    const PairCounts pairs{count(), count(), count(), count(), count()};
    const GameCounts games{count(), count(), count()};
    check_sane(elo(pairs));
    check_sane(elo(games));
    check_sane(normalized_elo(pairs));
    check_sane(normalized_elo(games));
    if (std::isfinite(elo(pairs).low)) CHECK(elo(pairs).low == Approx(-elo(reversed(pairs)).high));
    if (std::isfinite(normalized_elo(games).high))
      CHECK(normalized_elo(games).high == Approx(-normalized_elo(reversed(games)).low));
    CHECK(likelihood_of_superiority(pairs) ==
          Approx(1 - likelihood_of_superiority(reversed(pairs))));
  }
}

TEST_CASE(
    "the likelihood of superiority is near the integral over all strengths, and 97.5% where the "
    "interval begins at 0") {
  for (const auto& [wins, losses] : {std::pair{60, 40}, {210, 200}, {33, 51}}) {
    const GameCounts games{.wins = static_cast<std::uint64_t>(wins),
                           .losses = static_cast<std::uint64_t>(losses)};
    CHECK(likelihood_of_superiority(games) ==
          Approx(integrated_superiority(wins, losses)).epsilon(0.01));
  }
  // The low end of the interval rises with the wins: both figures must pass their limits at the
  // same number.
  for (std::uint64_t wins = 40; wins < 90; ++wins) {
    const GameCounts games{.wins = wins, .draws = 30, .losses = 40};
    CHECK((likelihood_of_superiority(games) > 0.975) == (elo(games).low > 0));
    const PairCounts pairs{10, 30, 17, wins, 12};
    CHECK((likelihood_of_superiority(pairs) > 0.975) == (elo(pairs).low > 0));
  }
}

TEST_CASE("about 95 % of intervals contain the true score, also with many draws or few games") {
  trivium::Rng rng(11);
  for (const double draws : {0.0, 0.6, 0.95}) {
    const double win = (1 - draws) * 0.6;
    const double truth = elo_of_score(win + draws / 2);
    int held = 0;
    constexpr int kTests = 4000;
    for (int test = 0; test < kTests; ++test) {
      GameCounts games;
      for (int game = 0; game < 60; ++game) {
        const double u = rng.unit();
        ++(u < win ? games.wins : u < win + draws ? games.draws : games.losses);
      }
      const Estimate estimate = elo(games);
      if (estimate.low <= truth && truth <= estimate.high) ++held;
    }
    CAPTURE(draws);
    CHECK(held > 0.93 * kTests);
  }
}
