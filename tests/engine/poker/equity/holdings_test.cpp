#include "engine/poker/equity/holdings.h"

#include <set>

#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

TEST_CASE("every holding of a game has one number, whatever the order of its cards") {
  for (const auto& [name, count] : {std::pair("nolimit", 1326), std::pair("kuhn", 3),
                                    std::pair("kuhn3", 4), std::pair("leduc", 6)}) {
    CAPTURE(name);
    const HoldingTable table(game(name));
    CHECK(table.size() == static_cast<std::size_t>(count));
    for (std::size_t number = 0; number < table.size(); ++number) {
      Holding turned = table[number];
      std::swap(turned[0], turned[static_cast<std::size_t>(table.cards()) - 1]);
      REQUIRE(table.number(table[number]) == number);
      REQUIRE(table.number(turned) == number);
      REQUIRE(table.mask(number) == cards_of(turned).bits());
    }
  }
}

TEST_CASE("three cards of a full deck make 22,100 holdings") {
  GameDefinition three = game("nolimit");
  three.hole_cards = 3;
  const HoldingTable table(three);
  CHECK(table.size() == 22100);
  CHECK(table.number(holding("AsKs2c")) == table.number(holding("2cAsKs")));
  CHECK(table.number(table[22099]) == 22099);
}

TEST_CASE("with suits renamed there are 169 holdings of two cards, in groups of 4, 6 and 12") {
  const HoldingTable table(game("limit"));
  std::multiset<Holding> renamed;
  for (std::size_t number = 0; number < table.size(); ++number)
    renamed.insert(suits_renamed(table[number]));
  CHECK(std::set<Holding>(renamed.begin(), renamed.end()).size() == 169);
  const auto group = [&](const char* text) { return renamed.count(suits_renamed(holding(text))); };
  CHECK(group("AhKh") == 4);
  CHECK(group("7c7d") == 6);
  CHECK(group("2cAd") == 12);
  CHECK(suits_renamed(holding("AhKh")) != suits_renamed(holding("AhKd")));
}

TEST_CASE("renamed suits stay within the deck of a small game") {
  const GameDefinition& leduc = game("leduc");
  const HoldingTable table(leduc);
  for (std::size_t number = 0; number < table.size(); ++number) {
    for (const Card card : suits_renamed(table[number]))
      CHECK((card == kNoCard || leduc.deck().contains(card)));
  }
}

}  // namespace
}  // namespace trivium::poker
