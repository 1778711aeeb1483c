// Schedules for all small sizes: number of each pairing, balance of colors, rest of engines.
#include "tools/match/setup/schedule.h"

#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <map>
#include <set>

namespace trivium::match {
namespace {

std::vector<ScheduledGame> all_games(const ScheduleOptions& options) {
  const auto schedule = Schedule::make(options);
  REQUIRE(schedule);
  std::vector<ScheduledGame> games;
  for (std::uint64_t number = 0; number < schedule->size(); ++number)
    games.push_back(schedule->game(number));
  return games;
}

std::vector<int> sorted(std::vector<int> seats) {
  std::sort(seats.begin(), seats.end());
  return seats;
}

/// Number of meetings of each set of engines.
std::map<std::vector<int>, int> meetings(const std::vector<ScheduledGame>& games) {
  std::map<std::vector<int>, int> count;
  for (const ScheduledGame& game : games) ++count[sorted(game.seats)];
  return count;
}

/// Games in seat 0 minus games in seat 1, by engine.
std::map<int, int> color_surplus(const std::vector<ScheduledGame>& games) {
  std::map<int, int> surplus;
  for (const ScheduledGame& game : games) {
    ++surplus[game.seats[0]];
    --surplus[game.seats[1]];
  }
  return surplus;
}

bool share_an_engine(const ScheduledGame& a, const ScheduledGame& b) {
  return std::any_of(a.seats.begin(), a.seats.end(), [&](int engine) {
    return std::count(b.seats.begin(), b.seats.end(), engine) > 0;
  });
}

std::string refusal(const ScheduleOptions& options) {
  const auto schedule = Schedule::make(options);
  return schedule ? "" : schedule.error().message;
}

}  // namespace

TEST_CASE("in a round robin every two engines meet rounds times games times") {
  for (int engines = 2; engines <= 13; ++engines) {
    for (const int games : {1, 2}) {
      const auto list = all_games({.engines = engines, .rounds = 3, .games = games});
      const auto count = meetings(list);
      CHECK(static_cast<int>(count.size()) == engines * (engines - 1) / 2);
      for (const auto& [pairing, times] : count) {
        CHECK(pairing[0] != pairing[1]);
        CHECK(times == 3 * games);
      }
    }
  }
}

TEST_CASE("a game's fields follow from its number") {
  const auto list = all_games({.engines = 4, .rounds = 2, .games = 2});
  for (std::uint64_t number = 0; number < list.size(); ++number) {
    CHECK(list[number].number == number);
    CHECK(list[number].encounter == number / 2);
    CHECK(list[number].rotation == static_cast<int>(number % 2));
    CHECK(list[number].round == number / 12);
    CHECK(list[number].opening == list[number].encounter);
  }
}

TEST_CASE("the two games of an encounter have the same opening and engines, colors reversed") {
  const auto list = all_games({.engines = 5, .rounds = 2});
  for (std::size_t i = 0; i < list.size(); i += 2) {
    CHECK(list[i].seats[0] == list[i + 1].seats[1]);
    CHECK(list[i].seats[1] == list[i + 1].seats[0]);
    CHECK(list[i].opening == list[i + 1].opening);
  }
}

TEST_CASE("colors are balanced in every round, and exactly over two") {
  for (int engines = 2; engines <= 13; ++engines) {
    for (const Format format : {Format::kRoundRobin, Format::kGauntlet}) {
      const auto one = all_games({.format = format,
                                  .engines = engines,
                                  .seeds = 1 + engines / 4,
                                  .rounds = 1,
                                  .games = 1});
      for (const auto& [engine, surplus] : color_surplus(one)) CHECK(std::abs(surplus) <= 1);
      const auto two = all_games({.format = format,
                                  .engines = engines,
                                  .seeds = 1 + engines / 4,
                                  .rounds = 2,
                                  .games = 1});
      for (const auto& [engine, surplus] : color_surplus(two)) CHECK(surplus == 0);
    }
  }
}

TEST_CASE("with six engines or more no engine plays in two consecutive encounters") {
  for (int engines = 6; engines <= 14; ++engines) {
    const auto list = all_games({.engines = engines, .rounds = 2, .games = 1});
    for (std::size_t i = 1; i < list.size(); ++i) CHECK(!share_an_engine(list[i - 1], list[i]));
  }
}

TEST_CASE("a gauntlet pairs each seed with each other engine") {
  const auto list =
      all_games({.format = Format::kGauntlet, .engines = 7, .seeds = 2, .rounds = 2, .games = 2});
  const auto count = meetings(list);
  CHECK(count.size() == 2 * 5);
  for (const auto& [pairing, times] : count) {
    CHECK(pairing[0] < 2);
    CHECK(pairing[1] >= 2);
    CHECK(times == 4);
  }
  for (std::size_t i = 2; i < list.size(); i += 2) CHECK(!share_an_engine(list[i - 1], list[i]));
}

TEST_CASE("one opening per round on request") {
  for (const ScheduledGame& game :
       all_games({.engines = 4, .rounds = 3, .same_opening_in_round = true}))
    CHECK(game.opening == game.round);
}

TEST_CASE("poker tables of three cover every set of three, each player in every seat") {
  const auto list = all_games({.engines = 5, .seats = 3, .rounds = 2, .games = 3});
  const auto count = meetings(list);
  CHECK(count.size() == 10);
  for (const auto& [table, times] : count) CHECK(times == 6);
  std::map<std::pair<int, std::size_t>, int> in_seat;
  for (const ScheduledGame& game : list) {
    for (std::size_t seat = 0; seat < 3; ++seat) ++in_seat[{game.seats[seat], seat}];
  }
  for (const auto& [place, times] : in_seat) CHECK(times == 2 * 6);  // each engine is at 6 tables
}

TEST_CASE("a poker gauntlet has a seed at every table, with other engines") {
  const auto list =
      all_games({.format = Format::kGauntlet, .engines = 6, .seats = 3, .seeds = 2, .games = 1});
  CHECK(meetings(list).size() == 2 * 6);  // two of the other four
  for (const auto& [table, times] : meetings(list)) {
    CHECK(table[0] < 2);
    CHECK(table[1] >= 2);
    CHECK(times == 1);
  }
}

TEST_CASE("rotations are cyclic shifts or all orders, starting with the players unchanged") {
  const std::vector<int> players{7, 8, 9};
  CHECK(rotated(players, 0) == players);
  CHECK(rotated(players, 1) == std::vector{8, 9, 7});
  CHECK(rotated(players, 2) == std::vector{9, 7, 8});
  std::set<std::vector<int>> orders;
  for (int rotation = 0; rotation < rotation_count(3, true); ++rotation)
    orders.insert(rotated(players, rotation, true));
  CHECK(orders.size() == 6);
  CHECK(rotated(players, 0, true) == players);
  CHECK(rotated(std::vector{1, 2}, 1) == std::vector{2, 1});
  CHECK(rotated(std::vector{1, 2}, 1, true) == std::vector{2, 1});
  CHECK(rotation_count(10, true) == 3'628'800);
}

TEST_CASE("a billion games need no more memory than ten") {
  const auto schedule = Schedule::make({.engines = 10, .rounds = 4'000'000'000U});
  REQUIRE(schedule);
  CHECK(schedule->size() == 4'000'000'000ULL * 90);
  const ScheduledGame last = schedule->game(schedule->size() - 1);
  CHECK(last.round == 3'999'999'999U);
  CHECK(last.rotation == 1);
  CHECK(sorted(last.seats) == sorted(schedule->game(89).seats));
}

TEST_CASE("Swiss games are numbered before they are paired") {
  const auto schedule = Schedule::make({.format = Format::kSwiss, .engines = 7, .rounds = 5});
  REQUIRE(schedule);
  CHECK(schedule->encounters_per_round() == 3);
  CHECK(schedule->size() == 5 * 3 * 2);
  CHECK(schedule->round_of(13) == 2);
  CHECK(schedule->pairing_of(9) == 1);
  const ScheduledGame game = schedule->game(13, std::vector{4, 2});
  CHECK(game.round == 2);
  CHECK(game.encounter == 6);
  CHECK(game.seats == std::vector{2, 4});
}

TEST_CASE("contradicting numbers are rejected with the reason") {
  CHECK(refusal({.engines = 1}) == "schedule: 2 seats need at least as many engines: there is 1");
  CHECK(refusal({.engines = 3, .games = 3}) ==
        "schedule: an encounter of 2 has 1 game or 2 (one per seat rotation), not 3");
  CHECK(refusal({.engines = 12, .seats = 11}) == "schedule: a table has 2 to 10 seats, not 11");
  CHECK(refusal({.format = Format::kGauntlet, .engines = 3, .seeds = 3}) ==
        "schedule: a gauntlet of 3 engines with 2 at a table has 1 to 2 seeds, not 3");
  CHECK(refusal({.rounds = 0}) == "schedule: a tournament has at least one round");
  CHECK(refusal({.format = Format::kSwiss, .engines = 6, .seats = 3}) ==
        "schedule: a Swiss tournament has two at a table");
  CHECK(refusal({.engines = 300, .seats = 10, .games = 10}) ==
        "schedule: more than 1000000 pairings in a round");
}

TEST_CASE("the parts of a tournament have every encounter once and whole") {
  for (const int games : {1, 2}) {
    for (const std::uint64_t count : {1, 2, 3, 7, 40}) {
      std::set<std::uint64_t> numbers;
      std::uint64_t sizes = 0;
      for (std::uint64_t own = 0; own < count; ++own) {
        const auto schedule =
            Schedule::make({.engines = 4, .rounds = 3, .games = games, .part = {own, count}});
        REQUIRE(schedule);
        sizes += schedule->size_of_part();
        for (std::uint64_t number = schedule->next_of_part(0); number < schedule->size();
             number = schedule->next_of_part(number + 1)) {
          CHECK(schedule->game(number).encounter % count == own);
          CHECK(numbers.insert(number).second);
        }
      }
      CHECK(numbers.size() == static_cast<std::size_t>(18 * games));
      CHECK(sizes == numbers.size());
    }
  }
}

TEST_CASE("a part changes no game") {
  const auto whole = all_games({.engines = 4, .rounds = 2});
  CHECK(all_games({.engines = 4, .rounds = 2, .part = {1, 3}}) == whole);
}

TEST_CASE("a part is written K/N, from 0") {
  CHECK(parse_part("0/3") == Part{0, 3});
  CHECK(parse_part("0/1") == Part{});
  CHECK(to_string(Part{2, 3}) == "2/3");
  for (const char* const text : {"", "3", "/", "3/3", "0/0", "-1/3", "1/", "/3", "1/3 ", "1/2/3",
                                 "0x1/3", "0/1000001", "99999999999999999999/3"})
    CHECK_FALSE(parse_part(text));
}

TEST_CASE("a Swiss tournament has no parts") {
  CHECK(refusal({.format = Format::kSwiss, .engines = 4, .rounds = 2, .part = {0, 2}})
            .find("Swiss") != std::string::npos);
}

}  // namespace trivium::match
