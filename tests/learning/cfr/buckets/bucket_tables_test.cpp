#include "learning/cfr/buckets/bucket_tables.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <vector>

#include "engine/core/rng.h"
#include "learning/cfr/buckets/make_buckets.h"

namespace trivium::learning::cfr {
namespace {

using poker::Card;
using poker::kBoardCards;

const poker::Buckets& some_buckets() {
  static const poker::Buckets kBuckets(make_buckets({.counts = {169, 12, 16, 20},
                                                     .seed = 3,
                                                     .boards = 20,
                                                     .holdings = 8,
                                                     .flop_holdings = 100,
                                                     .flops = 2})
                                           .data);
  return kBuckets;
}

/// Returns a five-card board that begins with `cards`, with suits renamed at random.
std::vector<Card> full_board(std::span<const Card> cards, Rng& rng) {
  std::array<Card, poker::kSuits> suits{0, 1, 2, 3};
  for (std::uint32_t n = rng.below(24); n > 0; --n) std::ranges::next_permutation(suits);
  std::vector<Card> board;
  for (const Card card : cards) board.push_back(static_cast<Card>((card & ~3U) | suits[card & 3U]));
  while (board.size() < poker::kMaxBoard) {
    const auto card = static_cast<Card>(rng.below(poker::kCards));
    if (std::ranges::find(board, card) == board.end()) board.push_back(card);
  }
  return board;
}

/// Compares the tables with `buckets` on each board whose number is a multiple of `every`.
void compare(const BucketTables& tables, const poker::Buckets& buckets, std::size_t every) {
  Rng rng(8);
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    CAPTURE(round);
    const auto boards = poker::canonical_boards(round);
    const std::size_t cards = kBoardCards[static_cast<std::size_t>(round)];
    for (std::size_t number = 0; number < boards.size(); number += every) {
      const std::vector<Card> board = full_board(std::span(boards[number]).first(cards), rng);
      const BucketDeal deal = tables.deal(board);
      poker::Buckets::PairBuckets found{};
      buckets.find_all(std::span(board).first(cards), found);
      bool equal = true;
      poker::for_each_pair(poker::bits_of(board), [&](Card high, Card low) {
        equal = equal && deal.bucket(round, low, high) == found[poker::pair_number(high, low)];
      });
      REQUIRE(equal);
    }
  }
}

TEST_CASE("tables agree with computed buckets in all rounds and for renamed suits") {
  constexpr std::size_t kEvery = 997;
  const BucketTables tables(some_buckets(), 2, {}, kEvery);
  CHECK(tables.count(2) == 16);
  compare(tables, some_buckets(), kEvery);
}

TEST_CASE("tables agree with computed buckets on every fifth board of every round" *
          doctest::test_suite("long")) {
  constexpr std::size_t kEvery = 5;
  compare(BucketTables(some_buckets(), 2, {}, kEvery), some_buckets(), kEvery);
}

TEST_CASE("tables store bucket numbers above 255") {
  poker::BucketData data = some_buckets().data();
  data.counts[3] = 300;
  data.river.insert(data.river.begin(), 280,
                    data.river.front());  // moves the other centroids to higher numbers
  std::ranges::sort(data.river, {}, poker::sum_of<poker::RiverPoint>);
  const poker::Buckets buckets(data);
  constexpr std::size_t kEvery = 9973;
  compare(BucketTables(buckets, 2, {}, kEvery), buckets, kEvery);
}

TEST_CASE("bytes() states the memory of tables before they are allocated") {
  CHECK(BucketTables::bytes({169, 200, 200, 200}) == 165'950'681);
  CHECK(BucketTables::bytes({169, 257, 257, 257}) == 2 * 165'949'355 + 1326);
}

TEST_CASE("progress counts all boards while the tables are filled") {
  std::size_t last = 0;
  const BucketTables tables(
      some_buckets(), 2,
      [&last](std::size_t done) {
        CHECK(done > last);
        last = done;
      },
      50'000);
  CHECK(last == BucketTables::kBoards);
}

}  // namespace
}  // namespace trivium::learning::cfr
