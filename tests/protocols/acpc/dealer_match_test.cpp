#include "protocols/acpc/dealer_match.h"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/poker/rules/records.h"
#include "protocols/acpc/dealer_clock.h"
#include "protocols/acpc/dealer_records.h"

namespace trivium::acpc {
namespace {

using namespace std::chrono_literals;

MatchSetup setup_of(const std::string& game, std::uint32_t hands, std::vector<std::string> names) {
  MatchSetup setup;
  setup.name = "match";
  setup.game_name = game;
  setup.game = *poker::game_named(game);
  setup.hands = hands;
  setup.seed = 7;
  setup.names = std::move(names);
  return setup;
}

/// Plays the hand by calling; returns its line.
std::string call_down(Match& match) {
  while (!match.hand().betting().finished()) match.act(poker::Action::call(), 1ms);
  std::string line = hand_line(match);
  match.next_hand();
  return line;
}

TEST_CASE("clocks: a response that takes exactly the limit is in time, a longer one is not") {
  PlayerClocks clocks({.response = 100ms, .hand = 150ms, .match = 300ms});
  CHECK(clocks.allowance(0) == 100ms);
  CHECK(clocks.charge(0, 100ms));
  CHECK(clocks.allowance(0) == 50ms);  // of the hand
  CHECK(clocks.charge(0, 50ms));
  CHECK(clocks.allowance(0) == 0ms);
  CHECK_FALSE(clocks.charge(0, 1us));
  clocks.start_hand();
  CHECK(clocks.allowance(0) == 100ms);
  CHECK(clocks.charge(0, 100ms));
  clocks.start_hand();
  CHECK(clocks.allowance(0) == 50ms - 1us);  // of the match
  CHECK(clocks.used(0) == 250ms + 1us);
  CHECK(clocks.allowance(1) == 100ms);
}

TEST_CASE("clocks: a wall clock that was set back charges no time") {
  PlayerClocks clocks({});
  CHECK(clocks.charge(3, -5s));
  CHECK(clocks.used(3) == 0us);
}

TEST_CASE(
    "a match deals the cards of the ACPC server for its seed, and players move by one position per "
    "hand") {
  const MatchSetup setup = setup_of("limit", 3, {"Alice", "Bob"});
  Match match(setup);
  // The cards are those of shared/data/poker/dealer_seed_vectors.txt.
  CHECK(call_down(match) == "STATE:0:cc/cc/cc/cc:8dJd|Td4d/As9d6s/3d/6c:10|-10:Alice|Bob");
  CHECK(call_down(match) == "STATE:1:cc/cc/cc/cc:Jc6c|7h5d/As5cAh/Qh/Tc:-10|10:Bob|Alice");
  CHECK_FALSE(match.over());
  CHECK(call_down(match) == "STATE:2:cc/cc/cc/cc:8d9h|9s6d/TsQh8c/Ah/4d:10|-10:Alice|Bob");
  CHECK(match.over());
  CHECK(score_line(match) == "SCORE:30|-30:Alice|Bob");
}

TEST_CASE("with fixed seats the positions do not rotate") {
  MatchSetup setup = setup_of("kuhn3", 4, {"A", "B", "C"});
  setup.fixed_seats = true;
  Match match(setup);
  for (; !match.over(); call_down(match)) {
    for (int seat = 0; seat < 3; ++seat) CHECK(match.position_of(seat) == seat);
  }
}

TEST_CASE("in a game of three, position p of hand h is seat p + h, around the table") {
  const MatchSetup setup = setup_of("kuhn3", 7, {"A", "B", "C"});
  Match match(setup);
  for (int hand = 0; !match.over(); ++hand, call_down(match)) {
    for (int position = 0; position < 3; ++position) {
      CHECK(match.seat_at(position) == (position + hand) % 3);
      CHECK(match.position_of(match.seat_at(position)) == position);
    }
  }
}

TEST_CASE("duplicate: with rotated names, equal play of each position rotates the result") {
  const MatchSetup forward = setup_of("nolimit", 50, {"A", "B"});
  const MatchSetup turned = setup_of("nolimit", 50, {"B", "A"});
  Match first(forward);
  Match second(turned);
  while (!first.over()) {
    CHECK(first.hand().deal() == second.hand().deal());
    const std::string line = call_down(first);
    const std::string other = call_down(second);
    CHECK(line.substr(0, line.rfind(':')) == other.substr(0, other.rfind(':')));
    CHECK(line.substr(line.rfind(':')) != other.substr(other.rfind(':')));
  }
  CHECK(first.totals()[0] == second.totals()[0]);
  CHECK(first.totals()[0] != 0);
}

TEST_CASE("a player that exceeds its time stays late, and its action counts") {
  MatchSetup setup = setup_of("limit", 2, {"A", "B"});
  setup.limits.response = 10ms;
  Match match(setup);
  const int seat = match.seat_to_act();
  match.act(poker::Action::call(), 10ms + 1us);
  CHECK(match.late(seat));
  CHECK_FALSE(match.late(1 - seat));
  CHECK(poker::betting_text(match.hand()) == "c");
  call_down(match);
  CHECK(match.late(seat));
  CHECK(match.any_late());
}

TEST_CASE("the log begins with the match and its times in milliseconds") {
  MatchSetup setup = setup_of("limit", 1000, {"A", "B"});
  setup.limits = {.response = 1500ms, .hand = 60s, .match = 7000s};
  CHECK(log_header(setup) == std::vector<std::string>{"# name/game/hands/seed match limit 1000 7",
                                                      "#--t_response 1500", "#--t_hand 60000",
                                                      "#--t_per_hand 7000"});
}

TEST_CASE("transactions survive writing and reading") {
  const poker::GameDefinition game = *poker::game_named("nolimit");
  const Transaction raise{poker::Action::raise(300), 4294967295U, Timestamp(1700000000s + 123us),
                          Timestamp(1700000001s)};
  CHECK(write_transaction(raise) == "r300 4294967295 1700000000.000123 1700000001.000000");
  for (const poker::Action action :
       {poker::Action::fold(), poker::Action::call(), poker::Action::raise(20000)}) {
    const Transaction transaction{action, 3, raise.sent, raise.received};
    const Result<Transaction> read = parse_transaction(write_transaction(transaction), game);
    REQUIRE(read);
    CHECK(*read == transaction);
  }
}

TEST_CASE("an invalid transaction is rejected with the wrong part") {
  const poker::GameDefinition game = *poker::game_named("nolimit");
  const auto fault = [&game](std::string_view line) {
    return parse_transaction(line, game).error().message;
  };
  CHECK_FALSE(parse_transaction("", game));
  CHECK_FALSE(parse_transaction("r 0 1.000000 2.000000", game));
  CHECK(fault("c x 1.000000 2.000000") == "a hand's number was expected, not 'x'");
  CHECK(fault("c 0 1.00000 2.000000") == "a time SECONDS.MICROSECONDS was expected, not '1.00000'");
  CHECK(fault("c 0 1.000000") == "a time SECONDS.MICROSECONDS was expected, not ''");
  CHECK(fault("c 0 1.000000 2.000000 3") ==
        "nothing was expected after the two times, but there is '3'");
}

}  // namespace
}  // namespace trivium::acpc
