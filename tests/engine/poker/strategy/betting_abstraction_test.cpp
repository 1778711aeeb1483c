#include "engine/poker/strategy/betting_abstraction.h"

#include <doctest/doctest.h>

#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

BettingAbstraction abstraction(std::string_view text) {
  const Result<BettingAbstraction> parsed = BettingAbstraction::parse(text);
  if (!parsed) FAIL(parsed.error().message);
  return *parsed;
}

std::string fault(std::string_view text) {
  const Result<BettingAbstraction> parsed = BettingAbstraction::parse(text);
  return parsed ? "none" : parsed.error().message;
}

std::vector<Chips> totals(const BettingAbstraction& sizes, const Betting& betting) {
  std::vector<Chips> result;
  for (const AbstractRaise& raise : sizes.raises(betting)) result.push_back(raise.to);
  return result;
}

TEST_CASE("a betting abstraction is unchanged after writing and reading") {
  for (const char* text : {"100,all", "75,150,all:100,all/50,100,all:-", "-", "all", ""})
    CHECK(abstraction(text).text() == text);
  for (const NamedAbstraction& named : named_abstractions()) {
    CHECK(abstraction(named.name).text() == named.text);
    CHECK(abstraction(named.name) == abstraction(named.text));
  }
}

TEST_CASE("a wrong betting abstraction is reported with its place") {
  CHECK(fault("100/50,x") ==
        "betting abstraction: round 2, raise 1: 'x' is neither \"all\" nor a percentage of the pot "
        "from 1 to 100000");
  CHECK(fault("100:0") ==
        "betting abstraction: round 1, raise 2: '0' is neither \"all\" nor a percentage of the pot "
        "from 1 to 100000");
  CHECK(fault("100,100") == "betting abstraction: round 1, raise 1: 100 does not ascend");
  CHECK(fault("all,100") == "betting abstraction: round 1, raise 1: nothing may follow \"all\"");
  CHECK(fault("1/1/1/1/1") == "betting abstraction: 5 rounds, at most 4 are possible");
  CHECK(fault("100,") ==
        "betting abstraction: round 1, raise 1: '' is neither \"all\" nor a percentage of the pot "
        "from 1 to 100000");
}

TEST_CASE("a raise size is a part of the pot after a call") {
  const GameDefinition& nolimit = game("nolimit");  // blinds 50 and 100, stacks 20,000
  CHECK(totals(abstraction("50,100,200,all"), Betting(nolimit)) ==
        std::vector<Chips>{200, 300, 500, 20'000});
  const Betting flop = betting_after(nolimit, {Action::raise(300), Action::call()});
  CHECK(totals(abstraction("50,100"), flop) == std::vector<Chips>{600, 900});
}

TEST_CASE("sizes below the minimum become the minimum, and no size occurs twice") {
  CHECK(totals(abstraction("10,20,100"), Betting(game("nolimit"))) == std::vector<Chips>{200, 300});
}

TEST_CASE("a raise that commits most of the stack becomes all-in") {
  const GameDefinition& nolimit = game("nolimit");
  const Betting flop = betting_after(nolimit, {Action::raise(4'000), Action::call()});
  const std::vector<AbstractRaise> raises = abstraction("100,150,300").raises(flop);
  CHECK(raises == std::vector<AbstractRaise>{
                      {12'000, false}, {20'000, true}});  // 16,000 is four fifths of the stack
}

TEST_CASE("all-in is limited to what the opponent can call") {
  GameDefinition uneven = game("nolimit");
  uneven.stack = {1'000, 20'000};
  CHECK(totals(abstraction("all"), Betting(uneven)) ==
        std::vector<Chips>{1'000});  // position 1 has the larger stack and acts first
}

TEST_CASE("the lists of a round are by number of raises; the last one is for all further raises") {
  const BettingAbstraction sizes = abstraction("100:200:300/50");
  const GameDefinition& nolimit = game("nolimit");
  CHECK(totals(sizes, Betting(nolimit)) == std::vector<Chips>{300});
  CHECK(totals(sizes, betting_after(nolimit, {Action::raise(300)})) == std::vector<Chips>{1'500});
  CHECK(totals(sizes, betting_after(nolimit, {Action::raise(300), Action::raise(600)})) ==
        std::vector<Chips>{4'200});
  CHECK(totals(sizes, betting_after(nolimit, {Action::raise(200), Action::raise(300),
                                              Action::raise(400)})) == std::vector<Chips>{2'800});
  CHECK(totals(sizes, betting_after(nolimit, {Action::call(), Action::call(), Action::call(),
                                              Action::call()})) == std::vector<Chips>{200});
}

TEST_CASE("a limit game has its one raise with any abstraction") {
  const GameDefinition& limit = game("limit");
  CHECK(BettingAbstraction().raises(Betting(limit)) == std::vector<AbstractRaise>{{}});
  const Action raise = Action::raise();
  CHECK(BettingAbstraction().raises(betting_after(limit, {raise, raise, raise})).empty());
}

}  // namespace
}  // namespace trivium::poker
