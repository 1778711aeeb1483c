#include "learning/cfr/card_source.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/buckets/make_buckets.h"
#include "learning/cfr/deck.h"
#include "learning/cfr/public_chance_walk.h"
#include "tests/engine/poker/support.h"

namespace trivium::learning::cfr {
namespace {

TEST_CASE("every card of the deck is equally likely in every place of a deal") {
  const Deck deck(poker::game("leduc"));
  std::array<std::map<poker::Card, int>, 3> seen;
  Rng rng(1);
  constexpr int kDeals = 60'000;
  for (int i = 0; i < kDeals; ++i) {
    const DealtCards cards = deck.deal(rng);
    const std::set<poker::Card> distinct = {cards.hole[0][0], cards.hole[1][0], cards.board[0]};
    REQUIRE(distinct.size() == 3);
    ++seen[0][cards.hole[0][0]];
    ++seen[1][cards.hole[1][0]];
    ++seen[2][cards.board[0]];
  }
  for (const auto& place : seen) {
    CHECK(place.size() == 6);
    for (const auto& [card, count] : place)
      CHECK(std::abs(count - kDeals / 6) < 500);  // five standard deviations
  }
}

TEST_CASE("the winner of a deal has the better hand") {
  const Deck deck(poker::game("limit"));
  DealtCards cards;
  std::ranges::copy(poker::cards("2c7d9hJsKc"), cards.board.begin());
  cards.hole = {std::array<poker::Card, 2>{poker::cards("Kd")[0], poker::cards("3d")[0]},
                std::array<poker::Card, 2>{poker::cards("Ah")[0], poker::cards("Qh")[0]}};
  CHECK(deck.winner(cards) == 1);
  std::swap(cards.hole[0], cards.hole[1]);
  CHECK(deck.winner(cards) == -1);
  cards.hole[1] = {poker::cards("Ad")[0], poker::cards("Qd")[0]};
  CHECK(deck.winner(cards) == 0);
}

TEST_CASE("buckets by rank distinguish the hands of Leduc up to suits") {
  const auto source = rank_source(poker::game("leduc"));
  CHECK(source->buckets(0) == 3);
  CHECK(source->buckets(1) == 9);
  const auto bucket = [&](int round, const char* own, const char* board) {
    return source->bucket(round, poker::holding(own), poker::cards(board));
  };
  CHECK(bucket(0, "Kh", "") == bucket(0, "Ks", ""));
  CHECK(bucket(0, "Kh", "") != bucket(0, "Qh", ""));
  CHECK(bucket(1, "Kh", "Qs") != bucket(1, "Qh", "Ks"));
  CHECK(bucket(1, "Kh", "Ks") == bucket(1, "Ks", "Kh"));
}

/// Compares fold() and showdown() with sums over all pairs of holdings.
void compare_with_pairs(const DealtBoard& board) {
  const BoardValues values(board);
  const std::size_t count = board.cards.size();
  Rng rng(3);
  std::vector<float> reach(count), folds(count), showdowns(count);
  for (float& part : reach) part = static_cast<float>(rng.unit());
  values.fold(reach, 2, folds);
  values.showdown(reach, 2, showdowns);
  const auto share_a_card = [](const auto& a, const auto& b) {
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || (a[1] == b[1] && a[1] != poker::kNoCard);
  };
  for (std::size_t h = 0; h < count; ++h) {
    double all = 0, fold = 0, showdown = 0;
    for (std::size_t other = 0; other < count; ++other) {
      if (share_a_card(board.cards[h], board.cards[other])) continue;
      all += 1;
      fold += 2.0 * reach[other];
      showdown += 2.0 * reach[other] *
                  ((board.strength[h] > board.strength[other]) -
                   (board.strength[h] < board.strength[other]));
    }
    REQUIRE(folds[h] == doctest::Approx(fold / all).epsilon(1e-5));
    REQUIRE(showdowns[h] == doctest::Approx(showdown / all).epsilon(1e-4));
  }
}

TEST_CASE("values of folds and showdowns agree with sums over all pairs of holdings") {
  Rng rng(5);
  DealtBoard board;
  for (const char* name : {"kuhn", "leduc"}) {
    rank_source(poker::game(name))->deal_board(rng, board);
    compare_with_pairs(board);
  }
  card_blind_source(poker::game("limit"))->deal_board(rng, board);
  CHECK(board.cards.size() == 1'081);
  compare_with_pairs(board);
}

TEST_CASE("the source of hold'em returns the buckets and the winner of the dealt cards") {
  const poker::Buckets buckets(make_buckets({.counts = {169, 12, 16, 20},
                                             .seed = 3,
                                             .boards = 20,
                                             .holdings = 8,
                                             .flop_holdings = 100,
                                             .flops = 2})
                                   .data);
  const auto tables =
      std::make_shared<const BucketTables>(buckets, 1, BucketTables::Progress(), 97);
  const auto source = bucket_source(poker::game("nolimit"), tables, "some");
  CHECK(source->buckets(0) == 169);
  CHECK(source->buckets(3) == 20);
  const Deck deck(poker::game("nolimit"));
  std::array<std::set<Bucket>, 4> seen;
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    Rng rng(seed);
    const DealtCards cards = Deck(poker::game("nolimit")).deal(rng);
    rng = Rng(seed);
    const DealtHand hand = source->deal(rng);
    const std::span<const poker::Card> board = std::span(cards.board).first(5);
    REQUIRE(hand.winner == deck.winner(cards));
    for (int round = 0; round < 4; ++round) {
      const auto r = static_cast<std::size_t>(round);
      const std::span<const poker::Card> known = board.first(std::array{0U, 3U, 4U, 5U}[r]);
      for (std::size_t player = 0; player < 2; ++player) {
        const poker::Holding holding = {cards.hole[player][0], cards.hole[player][1],
                                        poker::kNoCard};
        REQUIRE(hand.bucket[player][r] ==
                tables->deal(board).bucket(round, holding[1], holding[0]));
        REQUIRE(hand.bucket[player][r] == source->bucket(round, holding, known));
        seen[r].insert(hand.bucket[player][r]);
      }
    }
  }
  CHECK(seen[0].size() == 169);
  CHECK(seen[3].size() > 5);
  CHECK_THROWS_AS(bucket_source(poker::game("leduc"), tables, "some"), std::invalid_argument);
}

}  // namespace
}  // namespace trivium::learning::cfr
