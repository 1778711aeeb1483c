#include "engine/poker/rules/hand_rank.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rng.h"
#include "tests/engine/poker/rules/hand_rank_reference.h"

namespace trivium::poker {
namespace {

std::vector<Card> cards(std::string_view text) {
  std::vector<Card> cards;
  while (!text.empty()) {
    const auto card = take_card(text);
    REQUIRE(card);
    cards.push_back(*card);
  }
  return cards;
}

HandRank rank(std::string_view text) { return rank_hand(cards(text)); }
HandCategory category(std::string_view text) { return category_of(rank(text)); }

std::vector<Card> draw(Rng& rng, std::size_t count) {
  CardSet drawn;
  std::vector<Card> cards;
  while (cards.size() < count) {
    const auto card = static_cast<Card>(rng.below(kCards));
    if (drawn.insert(card)) cards.push_back(card);
  }
  return cards;
}

TEST_CASE("hands of five cards beat each other in the known order") {
  const std::vector<std::string> ascending = {
      "7h5d4c3s2h", "AhKdQcJs8h", "AhKdQcJs9h",                // high card
      "2h2d5c4s3h", "AhAdKcQsTh", "AhAdKcQsJh",                // pair
      "3h3d2c2s4h", "AhAd2c2s3h", "AhAdKcKsJh", "AhAdKcKsQh",  // two pair
      "2h2d2c4s3h", "2h2d2cAsQh", "2h2d2cAsKh", "AhAdAcKsQh",  // three of a kind
      "Ah2d3c4s5h", "2h3d4c5s6h", "AhKdQcJsTh",                // straight
      "7h5h4h3h2h", "AhKhQhJh8h", "AhKhQhJh9h",                // flush
      "2h2d2c3s3h", "2h2d2cAsAh", "AhAdAcQsQh", "AhAdAcKsKh",  // full house
      "2h2d2c2s3h", "AhAdAcAs2h", "AhAdAcAsKh",                // four of a kind
      "Ah2h3h4h5h", "2h3h4h5h6h", "9hKhQhJhTh", "AhKhQhJhTh",  // straight flush
  };
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    CAPTURE(ascending[i]);
    CHECK(rank(ascending[i - 1]) < rank(ascending[i]));
  }
}

TEST_CASE("category_of() returns the category of a rank") {
  CHECK(category("AhKdQcJs9h") == HandCategory::kHighCard);
  CHECK(category("2h2d5c4s3h") == HandCategory::kPair);
  CHECK(category("AhAd2c2s3h") == HandCategory::kTwoPair);
  CHECK(category("2h2d2c4s3h") == HandCategory::kThreeOfAKind);
  CHECK(category("Ah2d3c4s5h") == HandCategory::kStraight);
  CHECK(category("7h5h4h3h2h") == HandCategory::kFlush);
  CHECK(category("2h2d2c3s3h") == HandCategory::kFullHouse);
  CHECK(category("2h2d2c2s3h") == HandCategory::kFourOfAKind);
  CHECK(category("9hKhQhJhTh") == HandCategory::kStraightFlush);
  CHECK(category_name(HandCategory::kHighCard) == "high card");
  CHECK(category_name(HandCategory::kStraightFlush) == "straight flush");
}

TEST_CASE("only the best five of seven cards count") {
  CHECK(rank("AhAdKcKsQhQd2c") == rank("AhAdKcKsQhJd2c"));  // a third pair is a kicker
  CHECK(rank("AhAdAcKsKhKd2c") == rank("AhAdAcKsKh3d2c"));  // a second three is a pair
  CHECK(rank("AhAdAcKsKhQdQc") == rank("AhAdAcKsKh3d2c"));
  CHECK(rank("2h2d2c2sKhKdKc") == rank("2h2d2c2sKh7d3c"));
  CHECK(rank("2h2d2c2sKhKdAc") == rank("2h2d2c2sAh7d3c"));
  CHECK(rank("AhKhQhJh9h8h7h") == rank("AhKhQhJh9h8d7c"));
  CHECK(rank("Ah2h3h4h5h6d7d") < rank("3h4h5h6h7h8d9d"));
  CHECK(category("Ah2h3h4h5d6h8d") == HandCategory::kFlush);  // the straight has another suit
}

TEST_CASE("fewer than five cards make no straight and no flush, and a missing kicker loses") {
  CHECK(rank("") == 0);
  CHECK(rank("2c") > 0);
  CHECK(rank("Kh") < rank("As"));
  CHECK(rank("Kh") == rank("Ks"));
  CHECK(category("Ah2h3h4h") == HandCategory::kHighCard);
  CHECK(category("AhAd") == HandCategory::kPair);
  CHECK(category("AhAdAc") == HandCategory::kThreeOfAKind);
  CHECK(category("AhAd2h2d") == HandCategory::kTwoPair);
  CHECK(category("AhAdAcAs") == HandCategory::kFourOfAKind);
  CHECK(rank("KhKd") < rank("KhKd2c"));
  CHECK(rank("AhKd") < rank("2h2d"));
}

TEST_CASE("hands of six and seven cards rank as the best five of them, in any order") {
  Rng rng(1);
  for (int i = 0; i < 100'000; ++i) {
    std::vector<Card> hand = draw(rng, 6 + i % 2);
    HandRank best = 0;
    for_each_five(hand,
                  [&](std::span<const Card> five) { best = std::max(best, rank_hand(five)); });
    REQUIRE(rank_hand(hand) == best);
    std::rotate(hand.begin(), hand.begin() + 1 + i % 5, hand.end());
    REQUIRE(rank_hand(hand) == best);
    std::reverse(hand.begin() + 1, hand.end());
    REQUIRE(rank_hand(hand) == best);
  }
}

TEST_CASE("renaming the suits changes no rank") {
  Rng rng(2);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<Card> hand = draw(rng, 1 + i % 7);
    const HandRank rank = rank_hand(hand);
    std::array<int, kSuits> suits = {0, 1, 2, 3};
    while (std::next_permutation(suits.begin(), suits.end())) {
      std::vector<Card> renamed;
      for (const Card card : hand)
        renamed.push_back(make_card(rank_of(card), suits[suit_of(card)]));
      REQUIRE(rank_hand(renamed) == rank);
    }
  }
}

TEST_CASE("sums of cards do not depend on the grouping, and subtraction removes cards") {
  Rng rng(3);
  for (int i = 0; i < 10'000; ++i) {
    const std::vector<Card> hand = draw(rng, 7);
    const CardSum all(hand);
    const CardSum board(std::span<const Card>(hand).first(5));
    CHECK(board + CardSum(hand[6]) + hand[5] == all);
    CHECK(all - hand[5] - hand[6] == board);
    CHECK(rank_hand(all) == rank_hand(hand));
  }
  CHECK(rank_hand(CardSum()) == 0);
}

TEST_CASE("a batch of hands has the same ranks as single hands, whatever its size") {
  Rng rng(4);
  constexpr HandRank kUntouched = 0xFFFFFFFF;
  for (std::size_t count = 0; count < 150; ++count) {
    CAPTURE(count);
    std::vector<CardSum> sums;
    std::vector<SevenCards> sevens(count);
    for (std::size_t i = 0; i < count; ++i) {
      sums.emplace_back(draw(rng, rng.below(8)));
      std::ranges::copy(draw(rng, 7), sevens[i].begin());
    }
    std::vector<HandRank> ranks(count + 1, kUntouched);
    rank_hands(sums, ranks);
    for (std::size_t i = 0; i < count; ++i) REQUIRE(ranks[i] == rank_hand(sums[i]));
    CHECK(ranks[count] == kUntouched);
    rank_hands(sevens, ranks);
    for (std::size_t i = 0; i < count; ++i) REQUIRE(ranks[i] == rank_hand(sevens[i]));
    CHECK(ranks[count] == kUntouched);
  }
}

}  // namespace
}  // namespace trivium::poker
