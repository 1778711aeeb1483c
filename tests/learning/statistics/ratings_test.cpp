// Ratings with home advantage and ties, compared with closed forms, numerical derivatives and
// simulated leagues.
#include "learning/statistics/ratings.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <string>

#include "engine/core/rng.h"

using namespace trivium::learning::statistics;
using doctest::Approx;
using trivium::Rng;

namespace {

/// P(home wins), P(tie), P(away wins) for strengths u and v.
std::array<double, 3> chances_of(TieModel ties, double u, double v, double n) {
  if (ties == TieModel::kRaoKupper) {
    const double home = u / (u + n * v), away = v / (n * u + v);
    return {home, 1 - home - away, away};
  }
  const double sum = u + v + n * std::sqrt(u * v);
  return {u / sum, n * std::sqrt(u * v) / sum, v / sum};
}

double strength(double elo) { return std::pow(10, elo / 400); }

struct League {
  TieModel ties;
  std::vector<double> elos;
  double home;  ///< Elo
  double tie;   ///< n
  int rounds;   ///< in each of which everybody is at home once against everybody
};

std::vector<RatedPairing> season_of(const League& league, Rng& rng) {
  std::vector<RatedPairing> pairings;
  for (std::size_t i = 0; i < league.elos.size(); ++i) {
    for (std::size_t j = 0; j < league.elos.size(); ++j) {
      if (i == j) continue;
      const auto [home, tie, away] = chances_of(league.ties, strength(league.elos[i] + league.home),
                                                strength(league.elos[j]), league.tie);
      RatedPairing pairing{i, j, {}};
      for (int round = 0; round < league.rounds; ++round) {
        const double u = rng.unit();
        ++(u < home         ? pairing.games.wins
           : u < home + tie ? pairing.games.draws
                            : pairing.games.losses);
      }
      pairings.push_back(pairing);
    }
  }
  return pairings;
}

/// 20 clubs that play a double round robin, as paper 000 proposes.
League football(TieModel ties, int rounds = 1) {
  League league{ties, {}, 65, ties == TieModel::kDavidson ? 0.7 : 1.7, rounds};
  for (int club = 0; club < 20; ++club) league.elos.push_back(20.0 * club - 190);
  return league;
}

/// Log-likelihood of a fit by the formulas of the header.
double log_likelihood(const std::vector<RatedPairing>& pairings, TieModel ties,
                      const std::vector<double>& elos, double home, double tie) {
  double sum = 0;
  for (const RatedPairing& pairing : pairings) {
    const auto chance =
        chances_of(ties, strength(elos[pairing.first] + home), strength(elos[pairing.second]), tie);
    const std::array<std::uint64_t, 3> seen{pairing.games.wins, pairing.games.draws,
                                            pairing.games.losses};
    for (std::size_t k = 0; k < 3; ++k) {
      if (seen[k] > 0) sum += static_cast<double>(seen[k]) * std::log(chance[k]);
    }
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "players 80 Elo apart have strengths in the ratio 1.585, and the stronger wins 61.3 % of the "
    "points") {
  CHECK(strength(80) == Approx(1.585).epsilon(1e-4));
  CHECK(score_of_elo(80) == Approx(1.585 / 2.585).epsilon(1e-4));
  const std::vector<RatedPairing> pairings{{0, 1, {613, 0, 387}}};
  const FittedRatings fitted =
      *fit_ratings(2, pairings, {.home_advantage = false, .virtual_draws = 0});
  CHECK(fitted.ratings[0].elo - fitted.ratings[1].elo == Approx(elo_of_score(0.613)));
  CHECK(fitted.ratings[0].elo - fitted.ratings[1].elo == Approx(80).epsilon(0.01));
  CHECK(fitted.mm_difference < 1e-6);
}

TEST_CASE("without ties and home advantage the ratings are those of Bradley and Terry") {
  const std::vector<RatedPairing> pairings{
      {0, 1, {6, 0, 4}}, {1, 2, {7, 0, 2}}, {2, 0, {3, 0, 5}}, {3, 0, {0, 0, 4}}};
  const FittedRatings fitted = *fit_ratings(4, pairings, {.home_advantage = false});
  const std::vector<Rating> known = bradley_terry(4, pairings);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(fitted.ratings[i].elo == Approx(known[i].elo).epsilon(1e-8));
  CHECK_FALSE(fitted.home);
  CHECK_FALSE(fitted.tie);
  CHECK(fitted.mm_difference < 1e-6);
}

TEST_CASE("two equal players show home advantage and ties in closed form") {
  // 50 wins, 30 ties and 20 losses of the home player.
  const std::vector<RatedPairing> pairings{{0, 1, {50, 30, 20}}, {1, 0, {50, 30, 20}}};
  const FittedRatings davidson =
      *fit_ratings(2, pairings, {.ties = TieModel::kDavidson, .virtual_draws = 0});
  CHECK(davidson.ratings[0].elo == Approx(0).scale(1));
  CHECK(davidson.home->value == Approx(400 * std::log10(50.0 / 20)));
  CHECK(davidson.tie->value == Approx(30 / std::sqrt(50.0 * 20)));
  CHECK(davidson.log_likelihood ==
        Approx(2 * (50 * std::log(0.5) + 30 * std::log(0.3) + 20 * std::log(0.2))));
  const FittedRatings rao_kupper =
      *fit_ratings(2, pairings, {.ties = TieModel::kRaoKupper, .virtual_draws = 0});
  // u / (u + n) = 0.5 gives u = n, and 1 / (n u + 1) = 0.2 gives n u = 4.
  CHECK(rao_kupper.home->value == Approx(400 * std::log10(2.0)));
  CHECK(rao_kupper.tie->value == Approx(2));
  CHECK(rao_kupper.even_ties->value == Approx(1.0 / 3));
  CHECK(rao_kupper.log_likelihood == Approx(davidson.log_likelihood));
}

TEST_CASE(
    "a league of 20 clubs: both methods reach the same maximum, where the likelihood is flat in "
    "every parameter") {
  for (const TieModel ties : {TieModel::kRaoKupper, TieModel::kDavidson}) {
    Rng rng(20);
    const std::vector<RatedPairing> pairings = season_of(football(ties), rng);
    const FittedRatings fitted = *fit_ratings(20, pairings, {.ties = ties, .virtual_draws = 0});
    CHECK(fitted.newton_steps < 20);
    CHECK(fitted.mm_iterations > fitted.newton_steps);
    CHECK(fitted.mm_difference < 1e-5);
    std::vector<double> elos;
    for (const Rating& rating : fitted.ratings) elos.push_back(rating.elo);
    const auto value = [&](std::size_t place, double shift) {
      std::vector<double> moved = elos;
      if (place < 20) moved[place] += shift;
      return log_likelihood(pairings, ties, moved, fitted.home->value + (place == 20 ? shift : 0),
                            fitted.tie->value * std::exp(place == 21 ? shift / 1000 : 0));
    };
    CHECK(value(0, 0) == Approx(fitted.log_likelihood));
    for (std::size_t place = 0; place < 22; ++place) {
      CAPTURE(place);
      CHECK(value(place, 1) < value(place, 0));
      CHECK(value(place, -1) < value(place, 0));
      CHECK(std::abs(value(place, 1) - value(place, -1)) <
            0.02 * (2 * value(place, 0) - value(place, 1) - value(place, -1)));
    }
  }
}

TEST_CASE("simulated leagues: the true parameters lie in 95 % of the intervals" *
          doctest::test_suite("long")) {
  for (const TieModel ties : {TieModel::kRaoKupper, TieModel::kDavidson}) {
    const League league = football(ties, 2);
    Rng rng(7);
    int inside = 0, intervals = 0, home_inside = 0, tie_inside = 0;
    constexpr int kLeagues = 60;
    for (int number = 0; number < kLeagues; ++number) {
      const FittedRatings fitted =
          *fit_ratings(20, season_of(league, rng), {.ties = ties, .virtual_draws = 0});
      for (std::size_t i = 0; i < 20; ++i, ++intervals) {
        inside += std::abs(fitted.ratings[i].elo - league.elos[i]) <
                  kNormal95 * fitted.ratings[i].standard_error;
      }
      home_inside += fitted.home->low < league.home && league.home < fitted.home->high;
      tie_inside += fitted.tie->low < league.tie && league.tie < fitted.tie->high;
    }
    CHECK(inside > 0.93 * intervals);
    CHECK(inside < 0.97 * intervals);
    CHECK(home_inside > 50);
    CHECK(tie_inside > 50);
  }
}

TEST_CASE("results without a maximum are an error that names the prior, which makes them finite") {
  const std::vector<RatedPairing> unbeaten{{0, 1, {3, 0, 0}}, {1, 2, {2, 1, 1}}, {2, 0, {0, 0, 2}}};
  const auto refused = fit_ratings(3, unbeaten, {.virtual_draws = 0});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "ratings.maximum");
  const FittedRatings fitted = *fit_ratings(3, unbeaten, {});
  CHECK(fitted.ratings[0].elo > fitted.ratings[1].elo + 100);
  CHECK(std::isfinite(fitted.ratings[0].standard_error));
  const std::vector<RatedPairing> apart{{0, 1, {3, 1, 2}}, {2, 3, {1, 1, 1}}};
  CHECK(fit_ratings(4, apart, {.virtual_draws = 0}).error().code == "ratings.maximum");
  CHECK(fit_ratings(4, apart, {}));
}

TEST_CASE("results that do not determine a parameter are an error") {
  CHECK(fit_ratings(2, {}, {}).error().code == "ratings.games");
  CHECK(fit_ratings(2, std::vector<RatedPairing>{{0, 1, {0, 5, 0}}}, {}).error().code ==
        "ratings.ties");
  CHECK(fit_ratings(2, std::vector<RatedPairing>{{0, 1, {5, 0, 0}}, {1, 0, {5, 0, 0}}}, {})
            .error()
            .code == "ratings.home");
  CHECK(fit_ratings(2, std::vector<RatedPairing>{{0, 1, {5, 0, 0}}, {1, 0, {5, 0, 0}}},
                    {.home_advantage = false}));
  for (const GameCounts& won : {GameCounts{1, 0, 0}, GameCounts{0, 0, 1}}) {
    const std::vector<RatedPairing> cycle{
        {0, 1, won}, {1, 2, won}, {2, 0, won}, {0, 2, {0, 1, 0}}, {1, 0, {0, 1, 0}}};
    for (const TieModel ties : {TieModel::kRaoKupper, TieModel::kDavidson}) {
      const auto refused = fit_ratings(3, cycle, {.ties = ties});
      REQUIRE_FALSE(refused);
      CHECK(refused.error().code == "ratings.home");
      CHECK(fit_ratings(3, cycle, {.ties = ties, .home_advantage = false}));
    }
  }
  CHECK(fit_ratings(kMaxRatedPlayers + 1, std::vector<RatedPairing>{{0, 1, {5, 1, 1}}}, {})
            .error()
            .code == "ratings.players");
}
