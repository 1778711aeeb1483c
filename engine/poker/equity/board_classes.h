// Numbers boards and holdings of hold'em up to renaming suits.
//
// Suits have no rank, so boards that differ only in the names of suits are equivalent. On one
// board, two holdings are equivalent if renaming suits turns one into the other and keeps the
// board. There are 1,755 classes of 22,100 flops, and 1,286,792 classes of 25,989,600 flops with a
// holding. A board is made canonical by sorting its suits by the ranks they hold; its number is
// computed without a table. A board is a set: the order of its cards does not matter. Sources: the
// counts are those of Gilpin, Sandholm and Sorensen 2007 and of Waugh, "A fast and optimal hand
// isomorphism algorithm" (2013), which numbers multisets of suits in a similar way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

inline constexpr int kHoldemRounds = 4;
inline constexpr std::size_t kMaxBoard = 5;
/// Number of board cards by round.
inline constexpr std::array<std::size_t, kHoldemRounds> kBoardCards{0, 3, 4, 5};
/// Number of classes of boards by round.
inline constexpr std::array<std::size_t, kHoldemRounds> kBoardClasses{1, 1'755, 16'432, 134'459};
/// Number of classes of boards with holdings by round.
inline constexpr std::array<std::size_t, kHoldemRounds> kHoldingClasses{169, 1'286'792, 13'960'050,
                                                                        123'156'254};
inline constexpr std::size_t kPreflopClasses = kHoldingClasses[0];

/// True if a game has two hole cards, the board cards of hold'em and a full deck.
bool is_holdem(const GameDefinition& game) noexcept;

/// Number of pairs of different cards.
inline constexpr std::size_t kPairs = std::size_t{kCards} * (kCards - 1) / 2;

/// Number in [0, kPairs) of two different cards in any order; pairs are ordered by their higher
/// card. Pairs of different numbers below n are numbered from 0 to n(n-1)/2 - 1.
constexpr std::size_t pair_number(std::size_t a, std::size_t b) noexcept {
  const std::size_t high = a > b ? a : b;
  const std::size_t low = a > b ? b : a;
  return high * (high - 1) / 2 + low;
}

/// Class in [0, kPreflopClasses): index in a square of ranks with pairs on the diagonal and suited
/// holdings in the rows of the higher rank.
constexpr std::size_t preflop_class(Card a, Card b) noexcept {
  const int high = rank_of(a) > rank_of(b) ? rank_of(a) : rank_of(b);
  const int low = rank_of(a) + rank_of(b) - high;
  return static_cast<std::size_t>(suit_of(a) == suit_of(b) ? high * kRanks + low
                                                           : low * kRanks + high);
}

/// Calls use(high, low) for each pair without a card in the bit mask `dead`, in the order of
/// pair_number().
template <class Use>
void for_each_pair(std::uint64_t dead, const Use& use) {
  for (Card high = 1; high < kCards; ++high) {
    if ((dead >> high & 1) != 0) continue;
    for (Card low = 0; low < high; ++low) {
      if ((dead >> low & 1) == 0) use(high, low);
    }
  }
}

/// A board with renamed suits. A value type of some 30 bytes; creating and numbering it takes 50
/// ns.
class CanonicalBoard {
 public:
  /// Requires: 0 to 5 distinct cards, in any order.
  explicit CanonicalBoard(std::span<const Card> board) noexcept;

  /// Returns a card with its suit renamed like those of the board.
  Card rename(Card card) const noexcept { return static_cast<Card>((card & ~3U) | to_[card & 3U]); }
  /// Returns the renamed board, as CardSet::bits().
  std::uint64_t cards() const noexcept { return cards_; }
  /// Returns the ranks of a renamed suit.
  std::uint16_t ranks(int suit) const noexcept { return ranks_[static_cast<std::size_t>(suit)]; }
  /// Returns the number of this class among those of boards with as many cards, in [0,
  /// kBoardClasses[round]). Requires: 0, 3, 4 or 5 cards.
  std::size_t number() const noexcept;
  /// Returns the number of boards in this class, 1 to 24.
  std::size_t boards() const noexcept;
  /// Returns the number of classes of holdings on this board.
  std::size_t holdings() const noexcept;

 private:
  std::array<std::uint16_t, kSuits> keys_{};   ///< by renamed suit: number of its set of ranks
  std::array<std::uint16_t, kSuits> ranks_{};  ///< by renamed suit
  std::array<std::uint8_t, kSuits> to_{};      ///< by suit: its new name
  std::uint64_t cards_ = 0;
};

/// Returns the cards of every canonical board of a round, by number: kBoardCards[round] cards each,
/// ascending. River boards take a few milliseconds and 0.7 MB.
std::vector<std::array<Card, kMaxBoard>> canonical_boards(int round);

/// Marks a pair that shares a card with the board.
inline constexpr std::uint16_t kNoHoldingClass = 0xFFFF;

/// Returns for each pair_number() of renamed cards its class of holdings on this board, in
/// [0, board.holdings()), numbered by first occurrence, or kNoHoldingClass. Takes 4 us, more if
/// suits can be exchanged.
std::array<std::uint16_t, kPairs> holding_classes(const CanonicalBoard& board) noexcept;

}  // namespace trivium::poker
