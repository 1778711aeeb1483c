#include "engine/poker/policies/stakes.h"

#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

GameDefinition with_stacks(std::string_view name, std::initializer_list<Chips> stacks) {
  GameDefinition result = game(name);
  std::copy(stacks.begin(), stacks.end(), result.stack.begin());
  return result;
}

TEST_CASE("a player that can match every bet can win the whole pot") {
  const GameDefinition& nolimit = game("nolimit");
  const Betting betting = betting_after(nolimit, {Action::raise(300), Action::raise(900)});
  CHECK(pot_within_reach(betting) == 1200);
  CHECK(price_of_call(betting, 10'000) == 600 * 10'000 / 1800);
  CHECK(price_of_call(betting_after(nolimit, {Action::call()}), 10'000) == 0);
}

TEST_CASE("a short stack pays only for the chips that it can win") {
  const GameDefinition uneven = with_stacks("nolimit", {20'000, 500});
  const Betting betting = betting_after(uneven, {Action::call(), Action::raise(20'000)});
  REQUIRE(betting.to_call() == 400);
  CHECK(pot_within_reach(betting) == 600);
  CHECK(price_of_call(betting, 10'000) == 4000);
}

TEST_CASE("a call is the last decision if it ends the betting or takes the last chips") {
  const GameDefinition& nolimit = game("nolimit");
  CHECK_FALSE(call_is_last(betting_after(nolimit, {Action::raise(300)})));
  CHECK(call_is_last(betting_after(nolimit, {Action::raise(20'000)})));
  Betting river = betting_after(nolimit, {});
  while (river.round() < 3) river.do_action(Action::call());
  CHECK_FALSE(call_is_last(river));
  river.do_action(Action::call());
  CHECK(call_is_last(river));
  // Two others play on for chips that this player cannot win.
  const GameDefinition three = with_stacks("nolimit3", {20'000, 20'000, 500});
  const Betting betting =
      betting_after(three, {Action::call(), Action::raise(5000), Action::call()});
  REQUIRE(betting.actor() == 2);
  CHECK(call_is_last(betting));
}

}  // namespace
}  // namespace trivium::poker
