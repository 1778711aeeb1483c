#include "engine/poker/equity/showdown_chances.h"

#include <algorithm>
#include <cmath>

#include "engine/core/rng.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

OpponentRange anything(const ShowdownChances& chances, int players = 1) {
  return {std::vector<std::uint32_t>(chances.holdings().size(), kCertain), players};
}

OpponentRange only(const ShowdownChances& chances, std::initializer_list<const char*> holdings) {
  OpponentRange range{std::vector<std::uint32_t>(chances.holdings().size(), 0), 1};
  for (const char* text : holdings)
    range.weights[chances.holdings().number(holding(text))] = kCertain;
  return range;
}

/// Returns a range with different weights.
OpponentRange uneven(const ShowdownChances& chances, std::uint64_t seed) {
  Rng rng(seed);
  OpponentRange range = anything(chances);
  for (std::uint32_t& weight : range.weights) weight = rng.below(kCertain + 1);
  return range;
}

double chance(const ShowdownChances& chances, const char* own, const char* board,
              std::span<const OpponentRange> opponents) {
  const Holding held = holding(own);
  std::uint32_t result = 0;
  chances.chances(cards(board), opponents, std::span(&held, 1), std::span(&result, 1));
  return static_cast<double>(result) / kCertain;
}

double chance(const ShowdownChances& chances, const char* own, const char* board,
              const OpponentRange& opponent) {
  return chance(chances, own, board, std::span(&opponent, 1));
}

TEST_CASE("one card to come: two overcards against a pair hit six of 44") {
  const ShowdownChances chances(game("nolimit"));
  const OpponentRange queens = only(chances, {"QsQd"});
  CHECK(chance(chances, "AhKc", "2c7d9hJs", queens) == doctest::Approx(6.0 / 44).epsilon(0.001));
  // Three kings, and four eights and two queens for a straight.
  CHECK(chance(chances, "KhTh", "2c7d9hJs", queens) == doctest::Approx(9.0 / 44).epsilon(0.001));
}

TEST_CASE("a tie counts half") {
  const ShowdownChances chances(game("limit"));
  CHECK(chance(chances, "2c3d", "AsKsQsJsTs", anything(chances)) == 0.5);
  CHECK(chance(chances, "AcKd", "2c7d9hJs5s", only(chances, {"AdKc"})) == 0.5);
}

TEST_CASE("the nuts win against everything, the worst holding loses to almost everything") {
  const ShowdownChances chances(game("limit"));
  CHECK(chance(chances, "AsKs", "QsJsTs2c2d", anything(chances)) == 1.0);
  // 3-2 on A-K-Q-J-9 rainbow plays the board: it only ties with other holdings that do.
  CHECK(chance(chances, "2c3d", "AsKhQdJc9s", anything(chances)) < 0.15);
}

TEST_CASE("preflop chances by sampling are within 2 % of the known ones against a random hand") {
  const ShowdownChances chances(game("limit"));
  CHECK(std::abs(chance(chances, "AcAd", "", anything(chances)) - 0.852) < 0.02);
  CHECK(std::abs(chance(chances, "AsKs", "", anything(chances)) - 0.670) < 0.02);
  CHECK(std::abs(chance(chances, "2c7d", "", anything(chances)) - 0.346) < 0.02);
  CHECK(std::abs(chance(chances, "QcQd", "", only(chances, {"AsKs"})) - 0.54) < 0.03);
}

TEST_CASE("in Kuhn poker the king always wins, the queen half the time, the jack never") {
  const ShowdownChances chances(game("kuhn"));
  const HoldingTable& table = chances.holdings();
  REQUIRE(table.size() == 3);
  std::vector<Holding> all;
  for (std::size_t number = 0; number < 3; ++number) all.push_back(table[number]);
  std::vector<std::uint32_t> result(3);
  const OpponentRange range = anything(chances);
  chances.chances({}, std::span(&range, 1), all, result);
  CHECK(result == std::vector<std::uint32_t>{0, kCertain / 2, kCertain});
}

TEST_CASE("two opponents are harder to beat than one, and equal ranges may be combined") {
  const ShowdownChances chances(game("nolimit3"));
  const OpponentRange one = anything(chances);
  const std::vector<OpponentRange> apart{one, one};
  const char* board = "2c7d9h";
  const double together = chance(chances, "AhAc", board, anything(chances, 2));
  CHECK(together < chance(chances, "AhAc", board, one));
  CHECK(together > std::pow(chance(chances, "AhAc", board, one), 2));
  CHECK(std::abs(chance(chances, "AhAc", board, apart) - together) < 0.001);
}

TEST_CASE("if the opponent can have no holding, the chance is one half") {
  const ShowdownChances chances(game("nolimit"));
  CHECK(chance(chances, "AhKc", "2c7d9hJs5s", only(chances, {"AhQd"})) == 0.5);
}

TEST_CASE("a batch gives exactly the same figures as single holdings") {
  for (const auto& [name, board] :
       {std::pair("nolimit", "2c7d9hJs5s"), std::pair("nolimit", "2c7d9hJs"),
        std::pair("nolimit3", ""), std::pair("leduc", "Ks"), std::pair("leduc", ""),
        std::pair("kuhn3", "")}) {
    CAPTURE(name);
    CAPTURE(board);
    const ShowdownChances chances(game(name));
    const std::vector<Card> table_cards = cards(board);
    const std::vector<OpponentRange> opponents{uneven(chances, 1), uneven(chances, 2)};
    std::vector<Holding> all;
    for (std::size_t number = 0; number < chances.holdings().size(); ++number) {
      const Holding& held = chances.holdings()[number];
      const bool free = std::none_of(table_cards.begin(), table_cards.end(),
                                     [&](Card card) { return cards_of(held).contains(card); });
      if (free) all.push_back(held);
    }
    // Small decks have too few holdings for a batch.
    while (all.size() < 20)
      all.insert(all.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size()));
    std::vector<std::uint32_t> batch(all.size());
    chances.chances(table_cards, opponents, all, batch);
    for (std::size_t k = 0; k < all.size(); k += all.size() / 20) {
      std::uint32_t alone = 0;
      chances.chances(table_cards, opponents, std::span(&all[k], 1), std::span(&alone, 1));
      REQUIRE(batch[k] == alone);
    }
  }
}

TEST_CASE("on the river the chance is the count over all opponent's holdings") {
  const ShowdownChances chances(game("limit"));
  const std::vector<Card> board = cards("2c7d9hJs5s");
  const OpponentRange range = uneven(chances, 3);
  const Holding own = holding("9cJd");
  const auto rank = [&](const Holding& held) {
    std::vector<Card> seven = board;
    seven.insert(seven.end(), held.begin(), held.begin() + 2);
    return rank_hand(seven);
  };
  double won = 0;
  double all = 0;
  for (std::size_t number = 0; number < chances.holdings().size(); ++number) {
    const Holding& held = chances.holdings()[number];
    CardSet dead = cards_of(own);
    for (const Card card : board) dead.insert(card);
    if ((dead.bits() & cards_of(held).bits()) != 0) continue;
    all += range.weights[number];
    won += range.weights[number] * (rank(held) < rank(own)    ? 1.0
                                    : rank(held) == rank(own) ? 0.5
                                                              : 0.0);
  }
  CHECK(chance(chances, "9cJd", "2c7d9hJs5s", range) == doctest::Approx(won / all).epsilon(0.0001));
}

}  // namespace
}  // namespace trivium::poker
