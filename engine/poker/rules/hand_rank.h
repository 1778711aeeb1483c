// Ranks poker hands of one to seven cards by bit operations on sets of ranks, without tables.
//
// A hand is a number with four lanes of 16 bits, one for each suit: thirteen bits of ranks and a
// counter of three bits. So two hands are joined by adding their numbers. From the lanes, the sets
// of ranks held at least once, twice, three times and four times are computed. From these follows
// the rank, without a branch: the ranks that make the category and the kickers, again as sets,
// because sets with equally many ranks compare like the hands. One hand is ranked in a register;
// many hands are ranked eight or sixteen at a time, one in each lane of a vector. Without tables,
// nothing competes for the cache, and the same code works for one hand and for a vector. Sources:
// ranking by suit masks is from poker-eval (Matthews, Showalter and others, 1993) and the ACPC
// server, both with tables of 8192 entries. The suit counters are from OMPEval (Koski 2016), which
// finds the rank by a perfect hash of sums (after Senzee 2006).
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

/// Returns the name, for example "three of a kind".
std::string_view category_name(HandCategory category) noexcept;

/// Strength of the best five cards of a hand. The higher one wins; equal ones tie. A hand of fewer
/// than five cards cannot be a straight or a flush, and a missing kicker loses to any kicker. Zero
/// only for the empty hand. Its bits:
/// - 29 to 31: category minus 1; 0 also for a high card
/// - 16 to 28: ranks of the pair, the two pairs, the three or the four; else 0
/// - 0 to 12: the other ranks that count; for a straight, only its highest
using HandRank = std::uint32_t;

constexpr HandCategory category_of(HandRank rank) noexcept {
  const HandRank code = rank >> 29;
  if (code == 0) return rank >> 16 == 0 ? HandCategory::kHighCard : HandCategory::kPair;
  return static_cast<HandCategory>(code + 1);
}

/// Up to seven distinct cards of one deck, in the form that is ranked. Sums are cheap: the board is
/// added once and each holding by one more addition. A value type of eight bytes.
class CardSum {
 public:
  static constexpr int kMaxCards = 7;

  constexpr CardSum() noexcept = default;
  /// Creates a hand of one card. Requires: the card is one of the 52.
  constexpr CardSum(Card card) noexcept
      : lanes_(kOfCard[card]) {}  // NOLINT(google-explicit-constructor): a card is a hand
  /// Requires: at most seven distinct cards.
  constexpr explicit CardSum(std::span<const Card> cards) noexcept {
    for (const Card card : cards) *this += card;
  }

  /// Adds a hand. Requires: no common card, at most seven cards together.
  constexpr CardSum& operator+=(CardSum other) noexcept {
    lanes_ += other.lanes_;
    return *this;
  }
  /// Removes cards. Requires: this hand contains them.
  constexpr CardSum& operator-=(CardSum other) noexcept {
    lanes_ -= other.lanes_;
    return *this;
  }
  friend constexpr CardSum operator+(CardSum a, CardSum b) noexcept { return a += b; }
  friend constexpr CardSum operator-(CardSum a, CardSum b) noexcept { return a -= b; }
  friend constexpr bool operator==(CardSum, CardSum) noexcept = default;

  /// Lane s begins at bit 16 * s: bit r is set for rank r of suit s; the number of ranks begins at
  /// bit kRanks.
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

/// Bytes of memory that ranking reads: the sum of each card and, with AVX2, three vectors of
/// sixteen bytes.
inline constexpr std::size_t kHandRankTableBytes = kCards * sizeof(CardSum) + std::size_t{3} * 16;

/// Returns the strength of a hand of up to seven cards.
HandRank rank_hand(CardSum hand) noexcept;
/// Requires: at most seven distinct cards, in any order.
inline HandRank rank_hand(std::span<const Card> cards) noexcept {
  return rank_hand(CardSum(cards));
}

/// Sets ranks[i] to rank_hand(hands[i]), several times faster than one by one. Requires: `ranks` is
/// at least as long as `hands`.
void rank_hands(std::span<const CardSum> hands, std::span<HandRank> ranks) noexcept;
/// Does the same for hands given by their cards.
void rank_hands(std::span<const SevenCards> hands, std::span<HandRank> ranks) noexcept;

}  // namespace trivium::poker
