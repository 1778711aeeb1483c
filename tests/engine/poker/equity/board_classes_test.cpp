#include "engine/poker/equity/board_classes.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/core/rng.h"
#include "engine/poker/equity/combinations.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

std::vector<Card> dealt(Rng& rng, std::size_t count) {
  std::vector<Card> cards;
  while (cards.size() < count) {
    const auto card = static_cast<Card>(rng.below(kCards));
    if (std::ranges::find(cards, card) == cards.end()) cards.push_back(card);
  }
  return cards;
}

/// Returns the cards in another order, with suit s renamed to suits[s].
std::vector<Card> renamed(const std::vector<Card>& cards, const std::array<int, kSuits>& suits) {
  std::vector<Card> result;
  for (const Card card : cards)
    result.insert(result.begin(),
                  make_card(rank_of(card), suits[static_cast<std::size_t>(suit_of(card))]));
  return result;
}

TEST_CASE("there are 169 preflop classes of holdings: 13 pairs, 78 suited, 78 offsuit") {
  std::map<std::size_t, int> sizes;
  for_each_pair(0, [&](Card high, Card low) { ++sizes[preflop_class(high, low)]; });
  CHECK(sizes.size() == kPreflopClasses);
  CHECK(sizes.rbegin()->first == kPreflopClasses - 1);
  CHECK(std::ranges::count(sizes, 6, [](const auto& entry) { return entry.second; }) == 13);
  CHECK(std::ranges::count(sizes, 4, [](const auto& entry) { return entry.second; }) == 78);
  CHECK(std::ranges::count(sizes, 12, [](const auto& entry) { return entry.second; }) == 78);
  CHECK(preflop_class(cards("As")[0], cards("Ks")[0]) ==
        preflop_class(cards("Kd")[0], cards("Ad")[0]));
  CHECK(preflop_class(cards("As")[0], cards("Ks")[0]) !=
        preflop_class(cards("Kd")[0], cards("Ac")[0]));
}

TEST_CASE("pairs are numbered without gaps, by the higher card") {
  std::size_t next = 0;
  for_each_pair(0, [&](Card high, Card low) {
    REQUIRE(pair_number(high, low) == next);
    REQUIRE(pair_number(low, high) == next++);
  });
  CHECK(next == kPairs);
}

TEST_CASE("boards and holdings of each round have the published numbers of classes") {
  for (int round = 0; round < kHoldemRounds; ++round) {
    CAPTURE(round);
    const auto r = static_cast<std::size_t>(round);
    const auto boards = canonical_boards(round);
    REQUIRE(boards.size() == kBoardClasses[r]);
    std::size_t all = 0;
    std::size_t holdings = 0;
    for (std::size_t number = 0; number < boards.size(); ++number) {
      const CanonicalBoard board(std::span(boards[number]).first(kBoardCards[r]));
      REQUIRE(board.number() == number);
      REQUIRE(board.cards() == bits_of(std::span(boards[number]).first(kBoardCards[r])));
      all += board.boards();
      holdings += board.holdings();
    }
    CHECK(all == combinations(kCards, kBoardCards[r]));
    CHECK(holdings == kHoldingClasses[r]);
  }
}

TEST_CASE("boards that differ in suit names and order have equal numbers and classes of holdings") {
  Rng rng(7);
  for (int i = 0; i < 300; ++i) {
    const std::size_t board_cards = kBoardCards[1 + rng.below(3)];
    const std::vector<Card> deal = dealt(rng, board_cards + 2);
    std::array<int, kSuits> suits{0, 1, 2, 3};
    for (std::uint32_t n = rng.below(24); n > 0; --n) std::ranges::next_permutation(suits);
    const std::vector<Card> other = renamed(deal, suits);  // the holding comes first now
    const CanonicalBoard board{std::span(deal).first(board_cards)};
    const CanonicalBoard same{std::span(other).last(board_cards)};
    REQUIRE(board.number() == same.number());
    REQUIRE(board.cards() == same.cards());
    const auto classes = holding_classes(board);
    REQUIRE(classes == holding_classes(same));
    const Card* const held = deal.data() + board_cards;
    REQUIRE(classes[pair_number(board.rename(held[0]), board.rename(held[1]))] ==
            classes[pair_number(same.rename(other[0]), same.rename(other[1]))]);
  }
}

TEST_CASE("the number of classes of holdings agrees with counting by symmetry") {
  for (const char* text : {"2c3c4c", "AsAhAd", "KsKh7d", "9c8d7h", "AsKsQsJs", "2c2d3c3d",
                           "AhAdAcAsKd", "2c4c6c8cTc"}) {
    CAPTURE(text);
    const CanonicalBoard board(cards(text));
    const auto classes = holding_classes(board);
    std::set<std::uint16_t> found(classes.begin(), classes.end());
    REQUIRE(found.erase(kNoHoldingClass) == 1);
    CHECK(found.size() == board.holdings());
    CHECK(*found.rbegin() == board.holdings() - 1);
    const auto unseen = static_cast<std::size_t>(kCards) - cards(text).size();
    CHECK(std::ranges::count(classes, kNoHoldingClass) ==
          static_cast<std::ptrdiff_t>(kPairs - unseen * (unseen - 1) / 2));
  }
}

}  // namespace
}  // namespace trivium::poker
