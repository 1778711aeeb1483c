// Ratings compared with closed forms, with a slow independent maximization, and with tournaments
// simulated from known strengths.
#include "learning/statistics/bradley_terry.h"

#include <cmath>
#include <doctest/doctest.h>
#include <numeric>
#include <optional>

#include "engine/core/rng.h"
#include "learning/statistics/moments.h"

using namespace trivium::learning::statistics;
using doctest::Approx;

namespace {

constexpr double kEloPerNat = 173.71779276130073;

/// A thousand iterations of Hunter's minorization-maximization of the odds; the prior is a further
/// player whose odds stay 1.
std::vector<double> slow_ratings(std::size_t players, const std::vector<RatedPairing>& pairings,
                                 double virtual_draws) {
  std::vector<double> odds(players, 1.0);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<double> points(players, virtual_draws / 2);
    std::vector<double> weights(players);
    for (std::size_t i = 0; i < players; ++i) weights[i] = virtual_draws / (odds[i] + 1);
    for (const RatedPairing& pairing : pairings) {
      const double share =
          static_cast<double>(pairing.games.games()) / (odds[pairing.first] + odds[pairing.second]);
      points[pairing.first] += pairing.games.points();
      points[pairing.second] += static_cast<double>(pairing.games.games()) - pairing.games.points();
      weights[pairing.first] += share;
      weights[pairing.second] += share;
    }
    for (std::size_t i = 0; i < players; ++i) odds[i] = points[i] / weights[i];
  }
  std::vector<double> ratings(players);
  for (std::size_t i = 0; i < players; ++i) ratings[i] = kEloPerNat * std::log(odds[i]);
  const double mean =
      std::accumulate(ratings.begin(), ratings.end(), 0.0) / static_cast<double>(players);
  for (double& rating : ratings) rating -= mean;
  return ratings;
}

/// Returns a tournament in which all pairs play `games` games. The true ratings are 0, `step`,
/// 2 `step`, ...; `draws` is the share of draws, if the expected score permits it.
std::vector<RatedPairing> drawn_tournament(std::size_t players, std::uint64_t games, double step,
                                           double draws, trivium::Rng& rng) {
  std::vector<RatedPairing> pairings;
  for (std::size_t i = 0; i < players; ++i) {
    for (std::size_t j = i + 1; j < players; ++j) {
      const double expected =
          score_of_elo(step * (static_cast<double>(i) - static_cast<double>(j)));
      const double drawn = std::min(draws, 2 * std::min(expected, 1 - expected));
      RatedPairing pairing{.first = i, .second = j, .games = {}};
      for (std::uint64_t game = 0; game < games; ++game) {
        const double u = rng.unit();
        ++(u < drawn                          ? pairing.games.draws
           : u < drawn + expected - drawn / 2 ? pairing.games.wins
                                              : pairing.games.losses);
      }
      pairings.push_back(pairing);
    }
  }
  return pairings;
}

}  // namespace

TEST_CASE("the difference of two players is that of their score") {
  const std::vector<RatedPairing> pairings{{0, 1, {60, 30, 10}}};
  const std::vector<Rating> ratings = bradley_terry(2, pairings, 1e-9);
  CHECK(ratings[0].elo - ratings[1].elo == Approx(elo_of_score(0.75)));
  CHECK(ratings[0].elo == Approx(-ratings[1].elo));
  // The delta method by hand: the standard error of the score over its slope; half of it to each
  // side of the mean. The extra variance is z^2 / 4 points squared.
  const double deviation =
      std::sqrt(100 * ScoreSample(pairings[0].games).variance + 1.96 * 1.96 / 4);
  CHECK(ratings[0].standard_error ==
        Approx(kEloPerNat * deviation / (100 * 0.75 * 0.25) / 2).epsilon(1e-3));
}

TEST_CASE("without draws the error is that of the model") {
  const std::vector<RatedPairing> pairings{{0, 1, {60, 0, 40}}};
  CHECK(bradley_terry(2, pairings, 1e-9)[0].standard_error ==
        Approx(kEloPerNat / std::sqrt(100 * 0.6 * 0.4) / 2).epsilon(1e-3));
}

TEST_CASE("ratings of a tournament are those of a slow maximization by other means") {
  trivium::Rng rng(7);
  for (const double virtual_draws : {0.5, 2.0}) {
    const std::vector<RatedPairing> pairings = drawn_tournament(6, 12, 60, 0.3, rng);
    const std::vector<Rating> ratings = bradley_terry(6, pairings, virtual_draws);
    const std::vector<double> slow = slow_ratings(6, pairings, virtual_draws);
    for (std::size_t i = 0; i < 6; ++i) CHECK(ratings[i].elo == Approx(slow[i]).epsilon(1e-6));
  }
}

TEST_CASE("errors are the spread of ratings over many tournaments, with many draws and without") {
  trivium::Rng rng(8);
  for (const double draws : {0.0, 0.7, 0.9}) {
    Moments found;
    Moments promised;
    for (int tournament = 0; tournament < 1500; ++tournament) {
      const std::vector<Rating> ratings =
          bradley_terry(4, drawn_tournament(4, 200, 30, draws, rng));
      found.add(ratings[0].elo);
      promised.add(ratings[0].standard_error);
    }
    CAPTURE(draws);
    CHECK(found.mean() == Approx(-45).epsilon(0.05));
    CHECK(promised.mean() > 0.95 * std::sqrt(found.variance()));
    CHECK(promised.mean() < 1.15 * std::sqrt(found.variance()));
  }
}

TEST_CASE(
    "players with only wins, only losses or only draws, and groups that never met, are rated "
    "finitely") {
  const std::vector<RatedPairing> pairings{
      {0, 1, {1000, 0, 0}}, {1, 2, {1000, 0, 0}}, {3, 4, {0, 50, 0}}};
  const std::vector<Rating> ratings = bradley_terry(6, pairings);
  double sum = 0;
  for (const Rating& rating : ratings) {
    CHECK(std::isfinite(rating.elo));
    sum += rating.elo;
  }
  CHECK(sum == Approx(0).scale(1));
  CHECK(ratings[0].elo > ratings[1].elo + 400);
  CHECK(ratings[1].elo > ratings[2].elo + 400);
  CHECK(ratings[3].elo == Approx(ratings[4].elo));
  CHECK(ratings[0].standard_error > 100);  // a thousand wins in a row give no upper bound
  CHECK(std::isfinite(ratings[0].standard_error));
  CHECK(ratings[3].standard_error > 100);  // groups that never met cannot be compared
  CHECK(ratings[5].standard_error == INFINITY);
}

TEST_CASE("equal results of few games have a wide interval") {
  const std::vector<RatedPairing> drawn{{0, 1, {0, 4, 0}}};
  CHECK(bradley_terry(2, drawn)[0].standard_error > 40);
  const std::vector<RatedPairing> all_drawn{{0, 1, {0, 400, 0}}};
  CHECK(bradley_terry(2, all_drawn)[0].standard_error < 2);
}

TEST_CASE("no players or no games are valid input") {
  CHECK(bradley_terry(0, {}).empty());
  const std::vector<Rating> lonely = bradley_terry(1, {});
  CHECK(lonely.at(0).elo == 0);
  CHECK(lonely.at(0).standard_error == INFINITY);
}

TEST_CASE("the fit of a large tournament with very different strengths converges") {
  trivium::Rng rng(3);
  const std::vector<RatedPairing> pairings = drawn_tournament(60, 2, 40, 0.2, rng);
  const std::vector<Rating> ratings = bradley_terry(60, pairings);
  // At the maximum, expected and actual points are equal except for the prior.
  std::vector<double> surplus(60);
  double shift = 0;
  for (const RatedPairing& pairing : pairings) {
    const double expected =
        2 * score_of_elo(ratings[pairing.first].elo - ratings[pairing.second].elo);
    surplus[pairing.first] += pairing.games.points() - expected;
    surplus[pairing.second] -= pairing.games.points() - expected;
    shift += std::abs(expected);
  }
  for (const double value : surplus) CHECK(std::abs(value) <= 0.25 + 1e-6);
  CHECK(shift > 0);
}

TEST_CASE("with players of known strength, ratings are on their scale") {
  const std::vector<std::optional<double>> known{1500.0, std::nullopt, std::nullopt, 1900.0};
  // The second scores as 191 Elo above the first, the third half against the last.
  const std::vector<RatedPairing> pairings{{1, 0, {75, 0, 25}}, {2, 3, {20, 60, 20}}};
  const std::vector<Rating> ratings = anchored_bradley_terry(known, pairings, 1e-9);
  CHECK(ratings[0].elo == 1500);
  CHECK(ratings[0].standard_error == 0);
  CHECK(ratings[1].elo == Approx(1500 + elo_of_score(0.75)));
  CHECK(ratings[1].standard_error ==
        Approx(kEloPerNat / std::sqrt(100 * 0.75 * 0.25)).epsilon(1e-3));
  CHECK(ratings[2].elo == Approx(1900));
  CHECK(ratings[2].standard_error < 0.7 * ratings[1].standard_error);
  // Players between players of known strength: the errors along the chain add up.
  const std::vector<std::optional<double>> chain{1000.0, std::nullopt, std::nullopt};
  const std::vector<RatedPairing> links{{1, 0, {50, 0, 50}}, {2, 1, {50, 0, 50}}};
  const std::vector<Rating> linked = anchored_bradley_terry(chain, links, 1e-9);
  CHECK(linked[2].standard_error ==
        Approx(std::sqrt(2.0) * linked[1].standard_error).epsilon(1e-3));
}
