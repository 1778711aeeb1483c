// Ranks poker hands of one to seven cards without tables, by bit operations on sets of ranks.
//
// A hand is four lanes of 16 bits, one a suit: thirteen bits of ranks and a counter of three, so that hands add up like numbers. From
// the lanes come the sets of ranks held at least once, twice, three times and four times, and from those, without a branch, the rank:
// the ranks that make the category and the kickers, as sets again, since sets of equally many ranks compare like the hands they
// stand for. One hand is ranked so in a register; many are ranked eight or sixteen at a time, one in each lane of a vector.
// Source: ranking by suit masks is poker-eval's (Matthews, Showalter and others, 1993) and the ACPC server's, both with tables of 8192
// entries; the suit counters within the key are OMPEval's (Koski 2016), who finds the rank by a perfect hash of sums (after Senzee
// 2006). Without tables nothing competes for the cache, and the same code fills a vector.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/poker/rules/card.h"

namespace trivium::poker {

enum class HandCategory : std::uint8_t {
  kHighCard,
  kPair,
  kTwoPair,
  kThreeOfAKind,
  kStraight,
  kFlush,
  kFullHouse,
  kFourOfAKind,
  kStraightFlush
};
inline constexpr int kHandCategories = 9;

/// "three of a kind".
std::string_view category_name(HandCategory category) noexcept;

/// The strength of the best five cards of a hand: the higher wins, equal ones tie, whatever the suits and the numbers of cards. A hand
/// of fewer than five cards is no straight and no flush, and a missing kicker loses to any. Zero for the empty hand only.
/// Bits 29-31: the category (high card and pair share 0); 16-28: the ranks held as often as the category says; 0-12: the other ranks
/// that count (of a straight its highest).
using HandRank = std::uint32_t;

constexpr HandCategory category_of(HandRank rank) noexcept {
  const HandRank code = rank >> 29;
  if (code == 0) return rank >> 16 == 0 ? HandCategory::kHighCard : HandCategory::kPair;
  return static_cast<HandCategory>(code + 1);
}

/// Up to seven distinct cards of one deck, in the form that is ranked. A sum: a board's cards are added once, and each player's holding
/// is one addition more. A value of eight bytes.
class CardSum {
 public:
  static constexpr int kMaxCards = 7;

  constexpr CardSum() noexcept = default;
  /// The hand of one card, which must be one of the 52.
  constexpr CardSum(Card card) noexcept : lanes_(kOfCard[card]) {}  // NOLINT(google-explicit-constructor): a card is a hand
  /// At most seven distinct cards.
  constexpr explicit CardSum(std::span<const Card> cards) noexcept {
    for (const Card card : cards) *this += card;
  }

  /// The two must have no card in common, and at most seven together.
  constexpr CardSum& operator+=(CardSum other) noexcept {
    lanes_ += other.lanes_;
    return *this;
  }
  /// Takes out cards that are in.
  constexpr CardSum& operator-=(CardSum other) noexcept {
    lanes_ -= other.lanes_;
    return *this;
  }
  friend constexpr CardSum operator+(CardSum a, CardSum b) noexcept { return a += b; }
  friend constexpr CardSum operator-(CardSum a, CardSum b) noexcept { return a -= b; }
  friend constexpr bool operator==(CardSum, CardSum) noexcept = default;

  /// Lane s, bits 16 * s and up: the ranks of suit s held, bit r for rank r, and from its bit kRanks how many they are.
  constexpr std::uint64_t lanes() const noexcept { return lanes_; }

 private:
  static constexpr std::array<std::uint64_t, kCards> kOfCard = [] {
    std::array<std::uint64_t, kCards> hands{};
    for (Card card = 0; card < kCards; ++card) {
      const std::uint64_t lane = std::uint64_t{1} << rank_of(card) | std::uint64_t{1} << kRanks;
      hands[card] = lane << 16 * suit_of(card);
    }
    return hands;
  }();

  std::uint64_t lanes_ = 0;
};

using SevenCards = std::array<Card, 7>;

/// All that ranking looks up in memory: the sum of each card, and (AVX2 only) three vectors of sixteen bytes.
inline constexpr std::size_t kHandRankTableBytes = kCards * sizeof(CardSum) + std::size_t{3} * 16;

HandRank rank_hand(CardSum hand) noexcept;
/// At most seven distinct cards, in any order.
inline HandRank rank_hand(std::span<const Card> cards) noexcept { return rank_hand(CardSum(cards)); }

/// Ranks many hands, several times as fast as one by one: ranks[i] becomes rank_hand(hands[i]). `ranks` must have room for all.
void rank_hands(std::span<const CardSum> hands, std::span<HandRank> ranks) noexcept;
/// The same for hands that are given by their cards, each of the 52.
void rank_hands(std::span<const SevenCards> hands, std::span<HandRank> ranks) noexcept;

}  // namespace trivium::poker
