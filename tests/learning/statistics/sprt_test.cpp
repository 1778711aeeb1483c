// The sequential test compared with published figures and with a slow search for the distributions
// of maximum likelihood; and simulated tests.
#include "learning/statistics/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <numeric>

#include "engine/core/rng.h"

using namespace trivium::learning::statistics;
using doctest::Approx;

namespace {

SprtTest test_of(double elo0, double elo1, EloModel model) {
  return {.elo0 = elo0, .elo1 = elo1, .model = model};
}

/// Returns the maximum log-likelihood of `games` with the mean `mean`. The share of draws is found
/// by golden-section search.
double slow_log_likelihood(const GameCounts& games, double mean) {
  const auto value = [&](double draws) {
    const double wins = mean - draws / 2;
    return static_cast<double>(games.wins) * std::log(wins) +
           static_cast<double>(games.draws) * std::log(draws) +
           static_cast<double>(games.losses) * std::log(1 - wins - draws);
  };
  double low = 0;
  double high = 2 * std::min(mean, 1 - mean);
  for (int i = 0; i < 200; ++i) {
    const double a = high - (high - low) * 0.6180339887498949;
    const double b = low + (high - low) * 0.6180339887498949;
    (value(a) < value(b) ? low : high) = value(a) < value(b) ? a : b;
  }
  return value((low + high) / 2);
}

/// Returns the same under (mean - 1/2) = t * deviation, which leaves one free parameter too: the
/// share of wins is searched on ever finer grids.
double slow_log_likelihood_with_t(const GameCounts& games, double t) {
  const auto value = [&](double spread, double excess) {  // wins + losses, and wins - losses
    const double wins = (spread + excess) / 2;
    return static_cast<double>(games.wins) * std::log(wins) +
           static_cast<double>(games.draws) * std::log(1 - spread) +
           static_cast<double>(games.losses) * std::log(spread - wins);
  };
  // mean - 1/2 = excess / 2; variance = (spread - excess^2) / 4. So excess^2 (1 + t^2) = t^2
  // spread.
  const auto excess = [&](double spread) {
    return std::copysign(std::sqrt(spread * t * t / (1 + t * t)), t);
  };
  double best = 0.5;
  double step = 0.5;
  while (step > 1e-12) {
    for (const double spread : {best - step, best + step}) {
      if (spread <= 0 || spread >= 1 || std::abs(excess(spread)) >= spread) continue;
      if (value(spread, excess(spread)) > value(best, excess(best))) best = spread;
    }
    step /= 1.5;
  }
  return value(best, excess(best));
}

/// Simulates pairs with the given probabilities until the test ends or 20,000 are played.
SprtVerdict played_out(const SprtTest& test, const std::array<double, 5>& chances,
                       trivium::Rng& rng, bool as_games = false) {
  PairCounts pairs{};
  GameCounts games;
  for (int played = 0; played < 20'000; ++played) {
    double u = rng.unit();
    std::size_t pair = 0;
    while (pair < 4 && u >= chances[pair]) u -= chances[pair++];
    ++pairs[pair];
    // Of the pairs with an even score, those with a win for each side, as sharp openings give.
    games.wins += pair == 4 ? 2 : pair == 3 || pair == 2 ? 1 : 0;
    games.draws += pair == 1 || pair == 3 ? 1 : 0;
    games.losses += pair == 0 ? 2 : pair == 1 || pair == 2 ? 1 : 0;
    const SprtVerdict verdict = as_games ? sprt(test, games).verdict : sprt(test, pairs).verdict;
    if (verdict != SprtVerdict::kContinue) return verdict;
  }
  return SprtVerdict::kContinue;
}

/// Returns probabilities of pairs around an even score, shifted toward two wins so that their mean
/// is `mean`.
std::array<double, 5> chances_with_mean(double mean) {
  std::array<double, 5> chances{0.02, 0.2, 0.56, 0.2, 0.02};
  const double tilt =
      (mean - 0.5) / 0.75 * 2;  // from each of the lower results to the one two above
  chances[0] -= tilt / 4;
  chances[1] -= tilt;
  chances[3] += tilt;
  chances[4] += tilt / 4;
  const double got = 0.25 * chances[1] + 0.5 * chances[2] + 0.75 * chances[3] + chances[4];
  const double rest = mean - got;  // the shift is approximate: the middle gets the rest
  chances[3] += 4 * rest;
  chances[2] -= 4 * rest;
  return chances;
}

}  // namespace

TEST_CASE("ratios are those that fishtest and fastchess publish") {
  // Stockfish pull requests 5712, 3514 (normalized Elo), 3209, 2493 (logistic): the bounds and the
  // pentanomial as printed there.
  constexpr EloModel kNormalized = EloModel::kNormalized;
  constexpr EloModel kLogistic = EloModel::kLogistic;
  CHECK(sprt(test_of(0, 2, kNormalized), PairCounts{831, 31795, 68460, 32448, 834}).llr ==
        Approx(2.93).epsilon(0.003));
  CHECK(sprt(test_of(0.5, 2.5, kNormalized), PairCounts{307, 54901, 140959, 56230, 281}).llr ==
        Approx(2.95).epsilon(0.003));
  CHECK(sprt(test_of(-0.5, 2.5, kNormalized), PairCounts{264, 5737, 31270, 5964, 269}).llr ==
        Approx(2.97).epsilon(0.003));
  CHECK(sprt(test_of(-0.25, 1.25, kLogistic), PairCounts{253, 4282, 17604, 4431, 286}).llr ==
        Approx(2.94).epsilon(0.003));
  // fastchess, tests of its SPRT.
  CHECK(sprt(test_of(0, 2, kNormalized), GameCounts{36433, 68692, 36027}).llr ==
        Approx(0.92).epsilon(0.01));
  CHECK(sprt(test_of(-1.75, 0.25, kNormalized), GameCounts{10871, 20431, 10650}).llr ==
        Approx(2.30).epsilon(0.003));
  CHECK(sprt(test_of(0, 10, kNormalized), GameCounts{4250, 0, 0}).llr ==
        Approx(120.56).epsilon(0.001));
  CHECK(sprt(test_of(0.5, 2.5, kLogistic), GameCounts{21404, 40708, 21184}).llr ==
        Approx(-1.57).epsilon(0.005));
  CHECK(sprt(test_of(-1.75, 0.25, kNormalized), PairCounts{127, 4883, 10712, 5150, 104}).llr ==
        Approx(3.01).epsilon(0.003));
  CHECK(sprt(test_of(0, 5, kNormalized), PairCounts{0, 0, 0, 0, 5550}).llr ==
        Approx(111.82).epsilon(0.001));
  CHECK(sprt(test_of(0, 2, kLogistic), PairCounts{871, 26175, 55983, 26678, 821}).llr ==
        Approx(-4.98).epsilon(0.003));
}

TEST_CASE("the maxima agree with a slow search") {
  for (const GameCounts& games : {GameCounts{120, 300, 90}, GameCounts{3, 2, 40},
                                  GameCounts{500, 20, 480}, GameCounts{4, 900, 7}}) {
    for (const double elo1 : {3.0, 40.0, 250.0}) {
      const double logistic = slow_log_likelihood(games, score_of_elo(elo1)) -
                              slow_log_likelihood(games, score_of_elo(-10));
      CHECK(sprt(test_of(-10, elo1, EloModel::kLogistic), games).llr ==
            Approx(logistic).epsilon(1e-6));
      const double normalized = slow_log_likelihood_with_t(games, elo1 / kNormalizedUnit) -
                                slow_log_likelihood_with_t(games, -10 / kNormalizedUnit);
      CHECK(sprt(test_of(-10, elo1, EloModel::kNormalized), games).llr ==
            Approx(normalized).epsilon(1e-6));
    }
  }
}

TEST_CASE("bounds are Wald's, and a hypothesis is accepted when one is passed") {
  const SprtTest test{.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.1};
  const SprtState state = sprt(test, GameCounts{100, 100, 100});
  CHECK(state.lower == Approx(std::log(0.1 / 0.95)));
  CHECK(state.upper == Approx(std::log(0.9 / 0.05)));
  CHECK(state.verdict == SprtVerdict::kContinue);
  CHECK(sprt(test, GameCounts{2000, 1000, 1000}).verdict == SprtVerdict::kH1);
  CHECK(sprt(test, GameCounts{1000, 1000, 2000}).verdict == SprtVerdict::kH0);
}

TEST_CASE("without data the ratio is 0; without variance it is finite with the right sign") {
  for (const EloModel model : {EloModel::kLogistic, EloModel::kNormalized}) {
    for (const double elo1 : {1.0, 30.0, 1000.0}) {
      const SprtTest test = test_of(0, elo1, model);
      CHECK(sprt(test, GameCounts{}).llr == 0);
      CHECK(sprt(test, PairCounts{}).llr == 0);
      for (const std::uint64_t n : {1, 50, 1'000'000}) {
        CHECK(std::isfinite(sprt(test, PairCounts{0, 0, 0, 0, n}).llr));
        CHECK(sprt(test, PairCounts{0, 0, 0, 0, n}).llr > 0);
        CHECK(std::isfinite(sprt(test, PairCounts{n, 0, 0, 0, 0}).llr));
        CHECK(sprt(test, PairCounts{n, 0, 0, 0, 0}).llr < 0);
        CHECK(std::isfinite(sprt(test, GameCounts{.draws = n}).llr));
        CHECK(sprt(test, GameCounts{.draws = n}).llr < 0);
      }
    }
  }
}

TEST_CASE("exchanged sides and hypotheses give the opposite ratio for all counts") {
  trivium::Rng rng(9);
  const auto count = [&] {
    return rng.below(3) == 0 ? 0 : std::uint64_t{rng.below(1U << rng.below(18))};
  };
  for (int round = 0; round < 500; ++round) {
    const PairCounts pairs{count(), count(), count(), count(), count()};
    const double elo0 = rng.unit() * 400 - 200;
    const double elo1 = elo0 + rng.unit() * 100 + 0.1;
    for (const EloModel model : {EloModel::kLogistic, EloModel::kNormalized}) {
      const double llr = sprt(test_of(elo0, elo1, model), pairs).llr;
      CHECK(std::isfinite(llr));
      CHECK(llr == Approx(-sprt(test_of(-elo1, -elo0, model), reversed(pairs)).llr)
                       .epsilon(1e-4)
                       .scale(1e-3));
    }
  }
}

/// Simulates `tests` tests at each of the two bounds.
void check_errors(int tests) {
  trivium::Rng rng(2026);
  // Three standard errors of a share of 5 %.
  const double within = 3 * std::sqrt(0.05 * 0.95 / tests);
  const SprtTest logistic = test_of(0, 20, EloModel::kLogistic);
  int wrong_h1 = 0;
  int wrong_h0 = 0;
  for (int i = 0; i < tests; ++i) {
    if (played_out(logistic, chances_with_mean(0.5), rng) != SprtVerdict::kH0) ++wrong_h1;
    if (played_out(logistic, chances_with_mean(score_of_elo(20)), rng) != SprtVerdict::kH1)
      ++wrong_h0;
  }
  CHECK(wrong_h1 < (0.05 + within) * tests);
  CHECK(wrong_h0 < (0.05 + within) * tests);
  CHECK(wrong_h1 + wrong_h0 > 0.02 * tests);  // and it does not need too many games for this
}

TEST_CASE("in 200 simulations, the test errs at most as often as stated") { check_errors(200); }

TEST_CASE("in simulations, the test errs at most as often as stated" *
          doctest::test_suite("long")) {
  check_errors(2000);
}

TEST_CASE(
    "if openings decide the games, the test on pairs needs far fewer games than that on single "
    "games") {
  // In most pairs each side wins once. As single games these have a large variance, as pairs nearly
  // none.
  const SprtTest test = test_of(0, 20, EloModel::kLogistic);
  const PairCounts pairs{5, 40, 400, 60, 7};
  const GameCounts games{2 * 7 + 60 + 400, 100, 2 * 5 + 40 + 400};
  CHECK(std::abs(sprt(test, pairs).llr) > 2 * std::abs(sprt(test, games).llr));
  // So the test on single games errs far less often than in 5 %, but needs more games.
  trivium::Rng rng(5);
  int wrong = 0;
  for (int i = 0; i < 200; ++i)
    wrong += played_out(test, chances_with_mean(0.5), rng, true) == SprtVerdict::kH1 ? 1 : 0;
  CHECK(wrong <= 2);
}

TEST_CASE("an invalid test is rejected with the reason") {
  CHECK(check(SprtTest{}).has_value());
  CHECK(check(SprtTest{.elo0 = 5, .elo1 = 5}).error().message ==
        "sprt: elo0 (5) must be below elo1 (5)");
  CHECK(check(SprtTest{.elo0 = 0, .elo1 = NAN}).error().message ==
        "sprt: nan Elo is not between -1000 and 1000");
  CHECK(check(SprtTest{.alpha = 0}).error().message ==
        "sprt: alpha (0) must lie between 0 and 0.5");
  CHECK(check(SprtTest{.beta = 0.5}).error().message ==
        "sprt: beta (0.5) must lie between 0 and 0.5");
}
