#include "engine/poker/rules/records.h"

#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "engine/poker/rules/card_dealer.h"
#include "tests/engine/poker/rules/play.h"

namespace trivium::poker {
namespace {

MatchState seen(std::string_view line, std::string_view name = "nolimit") {
  auto state = parse_match_state(line, game(name));
  REQUIRE_MESSAGE(state.has_value(), state.error().message);
  return *state;
}

StateRecord logged(std::string_view line, std::string_view name = "nolimit") {
  auto record = parse_state(line, game(name));
  REQUIRE_MESSAGE(record.has_value(), record.error().message);
  return *record;
}

std::string match_fault(std::string_view line, std::string_view name = "nolimit") {
  const auto state = parse_match_state(line, game(name));
  return state ? "" : state.error().message;
}

std::string state_fault(std::string_view line, std::string_view name = "nolimit") {
  const auto record = parse_state(line, game(name));
  return record ? "" : record.error().message;
}

std::string write(const StateRecord& record) {
  Payoffs payoffs{};
  std::copy(record.payoffs.begin(), record.payoffs.end(), payoffs.begin());
  return write_state(record.hand, payoffs, record.names);
}

const Deal kDeal = deal({"AsKh", "2c2d"}, "Tc9h8d7s6s");

TEST_CASE("a player sees the own cards and the board, and other cards only at a showdown") {
  const GameDefinition& nolimit = game("nolimit");
  CHECK(write_match_state(played(nolimit, "", kDeal), 0) == "MATCHSTATE:0:0::AsKh|");
  CHECK(write_match_state(played(nolimit, "", kDeal), 1) == "MATCHSTATE:1:0::|2c2d");
  CHECK(write_match_state(played(nolimit, "cc/r300", kDeal), 1) ==
        "MATCHSTATE:1:0:cc/r300:|2c2d/Tc9h8d");
  CHECK(write_match_state(played(nolimit, "cc/r300f", kDeal), 1) ==
        "MATCHSTATE:1:0:cc/r300f:|2c2d/Tc9h8d");
  CHECK(write_match_state(played(nolimit, "cc/cc/cc/cc", kDeal), 1) ==
        "MATCHSTATE:1:0:cc/cc/cc/cc:AsKh|2c2d/Tc9h8d/7s/6s");
}

TEST_CASE("at a showdown of three the cards of a player that folded stay hidden from the others") {
  const Hand hand =
      played(game("limit3"), "ccc/crfc/cc/cc", deal({"AsKh", "2c2d", "3c3d"}, "Tc9h8d7s6s"));
  CHECK(write_match_state(hand, 0) == "MATCHSTATE:0:0:ccc/crfc/cc/cc:AsKh|2c2d|/Tc9h8d/7s/6s");
  CHECK(write_match_state(hand, 2) == "MATCHSTATE:2:0:ccc/crfc/cc/cc:AsKh|2c2d|3c3d/Tc9h8d/7s/6s");
}

TEST_CASE("rounds without action after an all-in are present and empty, with their cards") {
  const Hand hand = played(game("nolimit"), "cr20000c", kDeal);
  CHECK(betting_text(hand) == "cr20000c///");
  CHECK(write_match_state(hand, 0) == "MATCHSTATE:0:0:cr20000c///:AsKh|2c2d/Tc9h8d/7s/6s");
  CHECK(seen("MATCHSTATE:0:0:cr20000c///:AsKh|2c2d/Tc9h8d/7s/6s").hand == hand);
}

TEST_CASE("on_turn() is true if the viewer is to act") {
  CHECK(seen("MATCHSTATE:1:7::|2c2d").on_turn());
  CHECK_FALSE(seen("MATCHSTATE:0:7::AsKh|").on_turn());
  CHECK_FALSE(seen("MATCHSTATE:0:7:f:AsKh|").on_turn());
  CHECK(seen("MATCHSTATE:0:7:c:AsKh|").hand.id() == 7);
}

TEST_CASE("an answer is a state and an action, which may be illegal or unreadable") {
  const auto answer = [](std::string_view line) { return parse_response(line, game("nolimit")); };
  const auto raise = answer("MATCHSTATE:1:3::|2c2d:r300");
  REQUIRE(raise.has_value());
  CHECK(raise->state.hand.id() == 3);
  CHECK(raise->action->action == Action::raise(300));
  CHECK(raise->action->ignored.empty());
  CHECK(answer("MATCHSTATE:1:3::|2c2d:r1")->action->action == Action::raise(1));
  CHECK(answer("MATCHSTATE:1:3::|2c2d:x")->action.error().message ==
        "'x': action, column 1: f, c or r expected");
  CHECK(answer("MATCHSTATE:1:3::|2c2d").error().message ==
        "MATCHSTATE: action, column 22: ':' expected before the action");
  CHECK_FALSE(answer("MATCHSTATE:1:3:x:|2c2d:c").has_value());
}

TEST_CASE("an answer is the action at the beginning of its text; the rest is returned") {
  const auto reads = [](std::string_view text, std::string_view name, Action action,
                        std::string_view ignored) {
    const Result<ResponseAction> read = parse_response_action(text, game(name));
    REQUIRE(read.has_value());
    CHECK(read->action == action);
    CHECK(read->ignored == ignored);
  };
  for (const std::string_view text : {"r5", "r20", "r0"})
    reads(text, "limit", Action::raise(), text.substr(1));
  reads("b300", "limit", Action::raise(), "300");
  reads("f0", "limit", Action::fold(), "0");
  reads("fold", "nolimit", Action::fold(), "old");
  reads("cc", "nolimit", Action::call(), "c");
  reads("r300x", "nolimit", Action::raise(300), "x");
  reads("r \t300", "nolimit", Action::raise(300), "");
  reads("r2147483648", "nolimit", Action::raise(kUnlimitedStack), "");
  reads("r99999999999999999999 ", "nolimit", Action::raise(kUnlimitedStack), " ");
  CHECK(parse_response_action("r x", game("nolimit")).error().message ==
        "'r x': action, column 3: a number expected");
  CHECK(parse_response_action("", game("limit")).error().message ==
        "'': action, column 1: f, c or r expected");
}

TEST_CASE("a logged hand is read with its payoffs and names and written back") {
  const std::string line =
      "STATE:249:r300r900r20000c///:9h9s|KhAd/8dTd2c/Kd/6d:-20000|20000:Ann|Bob: the builder";
  const StateRecord record = logged(line);
  CHECK(record.hand.id() == 249);
  CHECK(record.payoffs == std::vector<double>{-20000, 20000});
  CHECK(record.names == std::vector<std::string>{"Ann", "Bob: the builder"});
  CHECK(record.hand.payoffs()[1] == 20000);
  CHECK(write(record) == line);
}

TEST_CASE("a logged hand may omit payoffs and hole cards, but payoffs need a finished hand") {
  CHECK(logged("STATE:5:cc/:AsKh|2c2d/Tc9h8d").payoffs.empty());
  CHECK(logged("STATE:5:cc/r300f:|2c2d/Tc9h8d:100|-100:a|b").hand.hole(0).empty());
  CHECK(state_fault("STATE:5:cc/:AsKh|2c2d/Tc9h8d:0|0:a|b") ==
        "STATE: payoffs, column 29: the hand is not over yet");
}

TEST_CASE("letters in either case, b and k, and missing slashes are accepted") {
  const MatchState plain = seen("MATCHSTATE:0:0:cr300c/cc/:AsKh|/Tc9h8d/7s");
  CHECK(seen("MATCHSTATE:0:0:kB300KccC:aSkH|tC9H8d7S").hand.board().size() == 4);
  CHECK(seen("MATCHSTATE:0:0:kB300Kcc:aSkH|tC9H8d7S").hand == plain.hand);
}

TEST_CASE("board cards of the first round follow the last player's cards, or stand alone") {
  GameDefinition made = game("kuhn");
  made.board_cards[0] = 1;
  const Hand hand = played(made, "", deal({"Qs", "Ks"}, "As"));
  CHECK(write_match_state(hand, 0) == "MATCHSTATE:0:0::Qs|As");
  for (const int viewer : {0, 1}) {
    const auto state = parse_match_state(write_match_state(hand, viewer), made);
    REQUIRE(state.has_value());
    CHECK(card_text(state->hand.board()[0]) == "As");
    CHECK(state->hand.hole(1 - viewer).empty());
  }
}

TEST_CASE("the error of a state names the field and the column") {
  CHECK(match_fault("") == "MATCHSTATE: header, column 1: 'MATCHSTATE' expected");
  CHECK(match_fault("STATE:0:0::AsKh|") == "MATCHSTATE: header, column 1: 'MATCHSTATE' expected");
  CHECK(match_fault("MATCHSTATE:2:0::AsKh|") ==
        "MATCHSTATE: position, column 12: the number is larger than 1");
  CHECK(match_fault("MATCHSTATE:-1:0::AsKh|") ==
        "MATCHSTATE: position, column 12: a number expected");
  CHECK(match_fault("MATCHSTATE:0:4294967296::AsKh|") ==
        "MATCHSTATE: hand number, column 14: the number is larger than 4294967295");
  CHECK(match_fault("MATCHSTATE:0:0:cr300r450:AsKh|") ==
        "MATCHSTATE: betting, column 21: raise to 450 is below the minimum 500");
  CHECK(match_fault("MATCHSTATE:0:0:cr:AsKh|") ==
        "MATCHSTATE: betting, column 18: a number expected");
  CHECK(match_fault("MATCHSTATE:0:0:c/c:AsKh|") ==
        "MATCHSTATE: betting, column 17: '/' before the end of the round");
  CHECK(match_fault("MATCHSTATE:0:0:cc//cc:AsKh|") ==
        "MATCHSTATE: betting, column 19: '/' before the end of the round");
  CHECK(match_fault("MATCHSTATE:0:0:ccx:AsKh|") ==
        "MATCHSTATE: betting, column 18: f, c or r expected");
  CHECK(match_fault("MATCHSTATE:0:0:cc") ==
        "MATCHSTATE: betting, column 18: ':' expected after the betting");
  CHECK(match_fault("MATCHSTATE:0:0:fc:AsKh|") ==
        "MATCHSTATE: betting, column 17: the hand is over");
  CHECK(match_fault("MATCHSTATE:0:0::|2c2d") ==
        "MATCHSTATE: cards, column 22: the cards of position 0 itself are missing");
  CHECK(match_fault("MATCHSTATE:0:0::As|") ==
        "MATCHSTATE: cards, column 19: a card expected, as Td");
  CHECK(match_fault("MATCHSTATE:0:0::AsKh") ==
        "MATCHSTATE: cards, column 21: '|' expected between the cards of two players");
  CHECK(match_fault("MATCHSTATE:0:0:cc/:AsKh|/As9h8d") ==
        "MATCHSTATE: cards, column 26: As was dealt already");
  CHECK(match_fault("MATCHSTATE:0:0:cc/:AsKh|/Tc9h") ==
        "MATCHSTATE: cards, column 30: a card expected, as Td");
  CHECK(match_fault("MATCHSTATE:0:0::AsKh|:c") ==
        "MATCHSTATE: cards, column 22: the end of the line expected");
  CHECK(match_fault("MATCHSTATE:0:0::2s|", "kuhn") ==
        "MATCHSTATE: cards, column 17: 2s is not in this game's deck");
}

TEST_CASE("the error of a logged hand names the field and the column") {
  CHECK(state_fault("STATE:0:f:AsKh|2c2d:50:a|b") ==
        "STATE: payoffs, column 23: '|' expected between two payoffs");
  CHECK(state_fault("STATE:0:f:AsKh|2c2d:inf|1:a|b") ==
        "STATE: payoffs, column 21: a number of chips expected");
  CHECK(state_fault("STATE:0:f:AsKh|2c2d:50|-50") ==
        "STATE: names, column 27: ':' expected before the names");
  CHECK(state_fault("STATE:0:f:AsKh|2c2d:50|-50:a") ==
        "STATE: names, column 29: '|' expected between two names");
  CHECK(state_fault("STATE:0:f:AsKh|2c2d:50|-50:a|b|c") ==
        "STATE: names, column 31: the end of the line expected");
}

TEST_CASE("limit raises have no size") {
  CHECK(betting_text(played(game("limit"), "rrc/crc")) == "rrc/crc/");
  CHECK(parse_action("r", game("limit")).has_value());
  CHECK(parse_action("r20", game("limit")).error().message ==
        "'r20': action, column 2: the end of the line expected");
  CHECK(parse_action("r", game("nolimit")).error().message ==
        "'r': action, column 2: a number expected");
  CHECK(parse_action("r2147483648", game("nolimit")).error().message ==
        "'r2147483648': action, column 2: the number is larger than 2147483647");
}

TEST_CASE("chips are written with at most six decimals and no trailing zeros") {
  CHECK(payoff_text(0) == "0");
  CHECK(payoff_text(-20000) == "-20000");
  CHECK(payoff_text(2.5) == "2.5");
  CHECK(payoff_text(-500.0 / 3) == "-166.666667");
}

TEST_CASE("a score is read and written by seat") {
  const auto score = parse_score("SCORE:12.5|-12.5:Ann|Bob", game("nolimit"));
  REQUIRE(score.has_value());
  CHECK(score->chips == std::vector<double>{12.5, -12.5});
  CHECK(write_score(*score) == "SCORE:12.5|-12.5:Ann|Bob");
  CHECK(parse_score("SCORE:1:Ann", game("nolimit")).error().message ==
        "SCORE: payoffs, column 8: '|' expected between two payoffs");
}

TEST_CASE("states of random hands of every game are unchanged after writing and reading") {
  Rng rng(30);
  for (const NamedGame& named : built_in_games()) {
    CardDealer dealer(30);
    for (std::uint32_t id = 0; id < 100; ++id) {
      Hand hand(named.game, id, dealer.next(named.game));
      for (;;) {
        for (int viewer = 0; viewer < named.game.players; ++viewer) {
          const std::string line = write_match_state(hand, viewer);
          CAPTURE(line);
          const auto state = parse_match_state(line, named.game);
          REQUIRE(state.has_value());
          REQUIRE(state->hand.betting() == hand.betting());
          REQUIRE(write_match_state(state->hand, viewer) == line);
        }
        if (hand.betting().finished()) break;
        const auto raise = hand.betting().raise_range();
        const bool fold = hand.betting().can_fold() && rng.below(8) == 0;
        hand.do_action(raise && rng.below(3) == 0
                           ? Action::raise(rng.below(4) == 0 ? raise->max : raise->min)
                       : fold ? Action::fold()
                              : Action::call());
      }
      const StateRecord record = logged(
          write_state(hand, hand.payoffs(),
                      std::vector<std::string>(static_cast<std::size_t>(named.game.players), "x")),
          named.name);
      CHECK(record.hand.payoffs() == hand.payoffs());
    }
  }
}

}  // namespace
}  // namespace trivium::poker
