// Swiss pairings: no avoidable repetition, fair byes, close scores, at sizes too large for brute
// force.
#include "tools/match/record/standings/swiss.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/core/rng.h"

namespace trivium::match {
namespace {

struct SwissTournament {
  std::vector<SwissScore> scores;
  std::vector<SwissRound> rounds;

  explicit SwissTournament(std::size_t engines) : scores(engines) {}

  /// Pairs and plays a round: the lower number usually wins; `rng` adds draws and upsets.
  void play_round(Rng& rng) {
    rounds.push_back(swiss_round(scores, rounds));
    for (const auto& [a, b] : rounds.back().pairings) {
      const std::uint32_t luck = rng.below(10);
      const double lower = luck < 5 ? 2 : luck < 8 ? 1 : 0;
      scores[static_cast<std::size_t>(std::min(a, b))].points += lower;
      scores[static_cast<std::size_t>(std::max(a, b))].points += 2 - lower;
    }
    if (rounds.back().bye) scores[static_cast<std::size_t>(*rounds.back().bye)].points += 2;
  }

  void check_everybody_plays_once() const {
    std::set<int> seen;
    for (const auto& [a, b] : rounds.back().pairings) {
      CHECK(seen.insert(a).second);
      CHECK(seen.insert(b).second);
    }
    if (rounds.back().bye) CHECK(seen.insert(*rounds.back().bye).second);
    CHECK(seen.size() == scores.size());
  }

  int max_meetings() const {
    std::map<std::pair<int, int>, int> meetings;
    int maximum = 0;
    for (const SwissRound& round : rounds) {
      for (const auto& [a, b] : round.pairings)
        maximum = std::max(maximum, ++meetings[std::minmax(a, b)]);
    }
    return maximum;
  }
};

}  // namespace

TEST_CASE("the first round pairs the upper half with the lower half") {
  const SwissRound round = swiss_round(std::vector<SwissScore>(6), {});
  CHECK(round.pairings == std::vector<std::array<int, 2>>{{0, 3}, {1, 4}, {2, 5}});
  CHECK(!round.bye);
}

TEST_CASE("ratings decide the order among equal points") {
  const std::vector<SwissScore> scores{{1, -50}, {1, 80}, {1, 10}, {1, 20}};
  CHECK(swiss_round(scores, {}).pairings == std::vector<std::array<int, 2>>{{1, 2}, {3, 0}});
}

TEST_CASE("scores are points and ratings of the games, and a bye counts as a win") {
  Standings standings({"A", "B", "C"}, 2);
  PlayedGame game;
  game.for_first = Outcome::kWin;
  ScheduledGame scheduled;
  scheduled.seats = {1, 0};
  standings.add(scheduled, game);
  standings.add_bye(2);
  const std::vector<SwissScore> scores = swiss_scores(standings);
  CHECK(scores[0].points == 0);
  CHECK(scores[1].points == 1);
  CHECK(scores[2].points == 2);
  CHECK(scores[1].rating > scores[2].rating);
  CHECK(scores[2].rating > scores[0].rating);
}

TEST_CASE(
    "in poker scores are the winnings of all deals, and a bye is a block in which nothing was "
    "won") {
  Standings standings({"A", "B", "C", "D", "E"}, 1);
  const auto add_block = [&standings](std::uint64_t encounter, std::vector<int> seats, double won) {
    ScheduledGame game;
    game.encounter = encounter;
    game.seats = std::move(seats);
    const std::vector<std::vector<double>> raw{
        {-won, won}, {-won, won}};  // luck with all-in pots decides nothing
    const std::vector<std::vector<double>> expected{{won, -won}, {won, -won}};
    standings.add_block(game, raw, expected);
  };
  add_block(0, {3, 0}, 500);
  add_block(1, {1, 2}, 20);
  standings.add_bye(4);
  const std::vector<SwissScore> scores = swiss_scores(standings);
  const std::array<double, 5> points{-1000, 40, -40, 1000, 0};
  for (std::size_t engine = 0; engine < points.size(); ++engine)
    CHECK(scores[engine].points == points[engine]);
  const std::vector<SwissRound> played{{.pairings = {{3, 0}, {1, 2}}, .bye = 4}};
  CHECK(swiss_round(scores, played) == SwissRound{.pairings = {{3, 1}, {4, 2}}, .bye = 0});
}

TEST_CASE("winners meet winners; an unpaired engine of a group meets the best of the next") {
  const std::vector<SwissScore> scores{{2, 0}, {2, 0}, {2, 0}, {1, 0}, {0, 0}, {0, 0}};
  CHECK(swiss_round(scores, {}).pairings ==
        std::vector<std::array<int, 2>>{{0, 1}, {2, 3}, {4, 5}});
}

TEST_CASE("the preferred opponent is skipped if the rest could not be paired without repetition") {
  // 0 would meet 1, but then 2 and 3 would have to meet again.
  const std::vector<SwissScore> scores{{3, 0}, {3, 0}, {1, 0}, {1, 0}};
  const std::vector<SwissRound> played{{.pairings = {{2, 3}}, .bye = {}}};
  CHECK(swiss_round(scores, played).pairings == std::vector<std::array<int, 2>>{{0, 2}, {1, 3}});
}

TEST_CASE("the bye goes to the lowest engine without one") {
  const std::vector<SwissScore> scores{{4, 0}, {3, 0}, {2, 0}, {1, 0}, {0, 0}};
  const std::vector<SwissRound> played{{.pairings = {}, .bye = 4}, {.pairings = {}, .bye = 2}};
  CHECK(swiss_round(scores, played).bye == 3);
  CHECK(swiss_round(scores, {}).bye == 4);
}

TEST_CASE("half as many rounds as engines never need a repetition") {
  Rng rng(2);
  for (std::size_t engines = 2; engines <= 15; ++engines) {
    SwissTournament tournament(engines);
    for (std::size_t round = 0; round < engines / 2; ++round) {
      tournament.play_round(rng);
      tournament.check_everybody_plays_once();
    }
    CHECK(tournament.max_meetings() == 1);
  }
}

TEST_CASE("no engine gets a second bye before all have one") {
  Rng rng(3);
  SwissTournament tournament(9);
  std::set<int> had;
  for (int round = 0; round < 9; ++round) {
    tournament.play_round(rng);
    tournament.check_everybody_plays_once();
    CHECK(had.insert(tournament.rounds.back().bye.value()).second);
  }
}

TEST_CASE("with more rounds than opponents pairings repeat, and all engines play") {
  Rng rng(4);
  SwissTournament tournament(4);
  for (int round = 0; round < 12; ++round) {
    tournament.play_round(rng);
    tournament.check_everybody_plays_once();
  }
  CHECK(tournament.max_meetings() >= 4);
  CHECK(tournament.max_meetings() <= 5);
}

TEST_CASE(
    "two hundred engines and twenty rounds are paired without repetition, close in score, "
    "deterministically") {
  const auto played = [] {
    Rng rng(5);
    SwissTournament tournament(201);
    for (int round = 0; round < 20; ++round) {
      const std::vector<SwissScore> before = tournament.scores;
      tournament.play_round(rng);
      tournament.check_everybody_plays_once();
      double apart = 0;
      for (const auto& [a, b] : tournament.rounds.back().pairings) {
        apart += std::abs(before[static_cast<std::size_t>(a)].points -
                          before[static_cast<std::size_t>(b)].points);
      }
      CHECK(apart / 100 < 1);
    }
    return tournament;
  };
  const SwissTournament tournament = played();
  CHECK(tournament.max_meetings() == 1);
  CHECK(played().rounds == tournament.rounds);
}

}  // namespace trivium::match
