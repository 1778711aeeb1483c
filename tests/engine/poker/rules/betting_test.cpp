#include "engine/poker/rules/betting.h"

#include <doctest/doctest.h>
#include <limits>

#include "tests/engine/poker/rules/play.h"

namespace trivium::poker {
namespace {

/// Returns the reason why `text` is illegal after `betting`.
std::string objection(const GameDefinition& game, std::string_view betting, std::string_view text) {
  const Hand hand = played(game, betting);
  const Action tried = action(text, game);
  const auto rule = hand.betting().illegality(tried);
  return rule ? explain_illegal(hand.betting(), tried, *rule) : "";
}

RaiseRange range(const GameDefinition& game, std::string_view betting) {
  const auto range = played(game, betting).betting().raise_range();
  REQUIRE(range.has_value());
  return *range;
}

/// Lists the players to act at the start and after each action of `betting`; '/' between rounds.
std::string actors(const GameDefinition& game, std::string_view betting) {
  const Hand whole = played(game, betting);
  std::string order;
  Betting now(game);
  auto add_actor = [&order, &now, round = 0]() mutable {
    if (now.finished()) return;
    for (; round < now.round(); ++round) order += '/';
    order += static_cast<char>('0' + now.actor());
  };
  add_actor();
  for (const PlayedAction& next : whole.actions()) {
    now.do_action(next.action);
    add_actor();
  }
  return order;
}

TEST_CASE("with reverse blinds the small blind acts first before the flop and last after it") {
  CHECK(actors(game("nolimit"), "cc/cc/cr300c/c") == "10/01/010/01");
  CHECK(played(game("nolimit"), "").betting().spent(0) == 100);
  CHECK(played(game("nolimit"), "").betting().spent(1) == 50);
  CHECK(played(game("nolimit"), "").betting().to_call() == 50);
}

TEST_CASE("three players act after the big blind, later from the first position left") {
  CHECK(actors(game("limit3"), "ccc/crfc/") == "201/0120/0");
}

TEST_CASE("a round ends when all have matched the bet; the big blind may raise after calls") {
  const GameDefinition& limit3 = game("limit3");
  CHECK(played(limit3, "cc").betting().round() == 0);
  CHECK(played(limit3, "ccr").betting().round() == 0);
  CHECK(played(limit3, "ccrcc").betting().round() == 1);
  CHECK(played(limit3, "ccrcf").betting().round() == 1);
  CHECK(played(limit3, "ccrff").betting().finished());
}

TEST_CASE("limit bets are fixed and limited in number; the big blind is the first bet") {
  const GameDefinition& limit = game("limit");
  const Betting betting = played(limit, "rr").betting();
  CHECK(betting.max_spent() == 30);
  CHECK(betting.raises_in_round() == 2);
  CHECK(objection(limit, "rr", "r").empty());
  CHECK(objection(limit, "rrr", "r") == "no raise may follow 3 raises and 3 actions in a round");
  CHECK(objection(limit, "rrrc/rrrr", "r") ==
        "no raise may follow 4 raises and 4 actions in a round");
  CHECK(played(limit, "rc/rc/rrc").betting().pot() == 2 * (20 + 10 + 40));
}

TEST_CASE("folding is illegal if checking is free") {
  CHECK(objection(game("nolimit"), "c", "f") == "fold where checking is free");
  CHECK(objection(game("nolimit"), "cc/", "f") == "fold where checking is free");
  CHECK(objection(game("nolimit"), "", "f").empty());
}

TEST_CASE("a raise is at least as large as the big blind and as the largest raise of the round") {
  const GameDefinition& nolimit = game("nolimit");
  CHECK(range(nolimit, "").min == 200);
  CHECK(range(nolimit, "r300").min == 500);
  CHECK(range(nolimit, "r300r500").min == 700);
  CHECK(range(nolimit, "r300c/").min == 400);
  CHECK(range(nolimit, "r300c/r500").min == 700);
  CHECK(range(nolimit, "").max == 20000);
  CHECK(objection(nolimit, "", "r150") == "raise to 150 is below the minimum 200");
  CHECK(objection(nolimit, "", "r20001") == "raise to 20001 is above the stack of 20000");
  CHECK(objection(nolimit, "", "r20000").empty());
}

TEST_CASE("all-in below the minimum is a legal raise and does not change the minimum") {
  const GameDefinition made = no_limit_game({1000, 1000, 1000, 350});
  // 300 raises by 200, so the minimum is 500; the last position has only 350.
  CHECK(objection(made, "r300", "r349") == "raise to 349 is below the minimum 350");
  CHECK(range(made, "r300").min == 350);
  CHECK(range(made, "r300").max == 350);
  CHECK(range(made, "r300r350").min == 500);
}

TEST_CASE("a player may not raise if a call takes the stack or no opponent can call") {
  const GameDefinition made = no_limit_game({1000, 300, 1000});
  CHECK(objection(made, "r400r1000", "r300") == "raise over 1000 with a stack of 300");
  CHECK(objection(made, "r300c", "r300") == "raise over 300 with a stack of 300");
  const GameDefinition& nolimit = game("nolimit");
  CHECK(objection(nolimit, "r20000", "r20000") == "raise with nobody left to call it");
  CHECK(objection(nolimit, "r20000", "f").empty());
}

TEST_CASE("after all-in and call the hand is over in the last round, with a showdown") {
  const Hand hand = played(game("nolimit"), "r20000c");
  CHECK(hand.betting().finished());
  CHECK(hand.betting().showdown());
  CHECK(hand.betting().round() == 3);
  CHECK(hand.betting().pot() == 40000);
  CHECK(objection(game("nolimit"), "r20000c", "c") == "the hand is over");
}

TEST_CASE("a fold that leaves one player ends the hand in its round, without a showdown") {
  const Hand hand = played(game("nolimit"), "cc/r300f");
  CHECK(hand.betting().finished());
  CHECK_FALSE(hand.betting().showdown());
  CHECK(hand.betting().round() == 1);
  CHECK(hand.betting().players_left() == 1);
}

TEST_CASE("with one player all-in the others continue betting for the side pot") {
  const GameDefinition made = no_limit_game({200, 1000, 1000});
  CHECK(actors(made, "r200cc/r400") == "201/12");
  CHECK(actors(made, "r200cc/r400c/cc/") == "201/12/12/1");
  const Betting over = played(made, "r200cc/r400f").betting();
  CHECK(over.round() == 3);
  CHECK(over.showdown());
}

TEST_CASE("a player all-in by the blind never acts, but the other still answers the bet") {
  const GameDefinition made = no_limit_game({1000, 100});
  CHECK(actors(made, "") == "0");
  CHECK(objection(made, "", "r300") == "raise with nobody left to call it");
  CHECK(played(made, "c").betting().showdown());
  CHECK(played(made, "f").betting().players_left() == 1);
}

TEST_CASE("blinds that put all players all-in lead to an immediate showdown") {
  const GameDefinition made = no_limit_game({50, 100});
  const Betting betting(made);
  CHECK(betting.showdown());
  CHECK(betting.round() == 3);
}

TEST_CASE("a limit raise is limited to the stack, but never lowers the bet") {
  GameDefinition made = game("limit3");
  made.stack = {25, 100, 100};
  CHECK(played(made, "rr").betting().max_spent() ==
        25);  // position 2 to 20, position 0 all-in, short of 30
  made.stack = {20, 100, 100};
  CHECK(played(made, "rr").betting().max_spent() == 20);
  CHECK(played(made, "rr").betting().actor() == 1);
  made.stack = {15, 100, 100};
  CHECK(objection(made, "r", "r") == "raise over 20 with a stack of 15");
  CHECK(played(made, "rc").betting().all_in(0));
}

TEST_CASE("a round always has room for the answers to its last raise") {
  GameDefinition made = game("limit3");
  made.max_raises.fill(kUnlimitedRaises);
  Betting betting(made);
  while (betting.is_legal(Action::raise())) betting.do_action(Action::raise());
  CHECK(betting.actions_in_round() == Betting::kMaxActionsPerRound - 2);
  CHECK(explain_illegal(betting, Action::raise(), *betting.illegality(Action::raise())) ==
        "no raise may follow 62 raises and 62 actions in a round");
  betting.do_action(Action::call());
  betting.do_action(Action::call());
  CHECK(betting.round() == 1);
}

TEST_CASE("raises near the largest stack neither overflow nor exceed it") {
  constexpr Chips maximum = std::numeric_limits<Chips>::max();
  const GameDefinition made = no_limit_game({maximum, maximum, maximum});
  CHECK(range(made, "r2000000000").min == maximum);
  CHECK(objection(made, "r2000000000", "r2100000000") ==
        "raise to 2100000000 is below the minimum 2147483647");
  CHECK(played(made, "r2147483647cc").betting().pot() == 3 * std::int64_t{maximum});
  GameDefinition limit = game("limit3");
  limit.raise_size.fill(maximum);
  CHECK(played(limit, "rr").betting().max_spent() == maximum);
}

TEST_CASE("the default action checks if that is free, else folds") {
  CHECK(check_or_fold(played(game("limit"), "").betting()) == Action::fold());
  CHECK(check_or_fold(played(game("limit"), "c").betting()) == Action::call());
}

}  // namespace
}  // namespace trivium::poker
