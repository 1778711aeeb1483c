// Properties of all hands of a number of cards: their order compared with plain counting, and the
// published numbers of hands by category and of different ranks.
#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <span>
#include <vector>

#include "engine/poker/rules/hand_rank.h"
#include "tests/engine/poker/rules/hand_rank_reference.h"

namespace trivium::poker {
namespace {

using Counts = std::array<std::uint64_t, kHandCategories>;

struct Census {
  Counts hands{};
  std::size_t ranks = 0;
};

/// Ranks hands in batches.
class Taker {
 public:
  Taker() : seen_(std::size_t{1} << 29) { hands_.reserve(kBatch + kCards); }

  /// Adds the hands made of `base` and one more card below `limit`.
  void add(CardSum base, Card limit) {
    for (Card card = 0; card < limit; ++card) hands_.push_back(base + card);
    if (hands_.size() >= kBatch) rank();
  }

  Census result() {
    rank();
    return census_;
  }

 private:
  static constexpr std::size_t kBatch = 4096;

  void rank() {
    ranks_.resize(hands_.size());
    rank_hands(hands_, ranks_);
    for (const HandRank rank : ranks_) {
      ++census_.hands[static_cast<std::size_t>(category_of(rank))];
      const std::size_t place = std::size_t{rank >> 16} << kRanks | (rank & ((1U << kRanks) - 1));
      if (seen_[place]) continue;
      seen_[place] = true;
      ++census_.ranks;
    }
    hands_.clear();
  }

  std::vector<CardSum> hands_;
  std::vector<HandRank> ranks_;
  std::vector<bool> seen_;
  Census census_;
};

void extend(Taker& taker, CardSum base, Card limit, int missing) {
  if (missing == 1) return taker.add(base, limit);
  for (Card card = 0; card < limit; ++card) extend(taker, base + card, card, missing - 1);
}

Census take(int cards) {
  Taker taker;
  extend(taker, CardSum(), kCards, cards);
  return taker.result();
}

/// Compares the order of all hands of `count` cards with the reference. Returns the number of
/// ranks.
std::size_t check_order(int count) {
  std::map<ReferenceRank, HandRank> known;
  for_each_hand(count, [&](std::span<const Card> hand) {
    const HandRank rank = rank_hand(hand);
    const auto [place, inserted] = known.emplace(reference_rank(hand), rank);
    if (place->second != rank)
      FAIL("equal hands with different ranks, such as that of ", card_text(hand[0]));
  });
  HandRank before = 0;
  for (const auto& [reference, rank] : known) {
    CHECK(before < rank);
    CHECK(static_cast<int>(category_of(rank)) == reference[0]);
    before = rank;
  }
  return known.size();
}

TEST_CASE("all hands of one to five cards are ordered as by counting") {
  CHECK(check_order(1) == 13);
  CHECK(check_order(2) == 13 + 78);
  CHECK(check_order(3) == 13 + 13 * 12 + 286);
  CHECK(check_order(4) == 13 + 13 * 12 + 78 + 13 * 66 + 715);
  CHECK(check_order(5) == 7462);
}

TEST_CASE("the 2,598,960 hands of five cards have the known categories and 7,462 ranks") {
  const Census census = take(5);
  CHECK(census.hands ==
        Counts{1'302'540, 1'098'240, 123'552, 54'912, 10'200, 5'108, 3'744, 624, 40});
  CHECK(census.ranks == 7462);
}

TEST_CASE("the 20,358,520 hands of six cards have the known categories and 6,075 ranks") {
  const Census census = take(6);
  CHECK(census.hands ==
        Counts{6'612'900, 9'730'740, 2'532'816, 732'160, 361'620, 205'792, 165'984, 14'664, 1'844});
  CHECK(census.ranks == 6075);
}

TEST_CASE("the 133,784,560 hands of seven cards have the known categories and 4,824 ranks") {
  const Census census = take(7);
  CHECK(census.hands == Counts{23'294'460, 58'627'800, 31'433'400, 6'461'620, 6'180'020, 4'047'644,
                               3'473'184, 224'848, 41'584});
  CHECK(census.ranks == 4824);
}

}  // namespace
}  // namespace trivium::poker
