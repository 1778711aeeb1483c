// Boards and holdings of hold'em up to the naming of suits.
//
// Suits have no rank, so that boards which differ only in their names are one question, and so are holdings that a board treats alike: of
// 22,100 flops there are 1,755, and with two cards besides 1,286,792 instead of 25,989,600. A board is made canonical by ordering its suits
// by the ranks they hold; its number is computed, not looked up. Suits that hold the same ranks may be exchanged still: these exchanges
// make holdings on the board equal.
// A board is a set here: which card came last is not told apart.
// Sources: the counts are those of Gilpin, Sandholm and Sorensen 2007 and of Waugh, "A fast and optimal hand isomorphism algorithm" (2013),
// who numbers multisets of suits likewise.
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
/// Cards on the board in a round.
inline constexpr std::array<std::size_t, kHoldemRounds> kBoardCards{0, 3, 4, 5};
/// Boards of a round up to suits.
inline constexpr std::array<std::size_t, kHoldemRounds> kBoardClasses{1, 1'755, 16'432, 134'459};
/// Boards and holdings together up to suits.
inline constexpr std::array<std::size_t, kHoldemRounds> kHoldingClasses{169, 1'286'792, 13'960'050, 123'156'254};
inline constexpr std::size_t kPreflopClasses = kHoldingClasses[0];

/// Whether a game has two own cards, the boards of hold'em and a whole deck.
bool is_holdem(const GameDefinition& game) noexcept;

/// Pairs of different cards of the deck.
inline constexpr std::size_t kPairs = std::size_t{kCards} * (kCards - 1) / 2;

/// In [0, kPairs): of two different cards in any order, counted by the higher one. Also numbers the pairs of any n things below n(n-1)/2.
constexpr std::size_t pair_number(std::size_t a, std::size_t b) noexcept {
  const std::size_t high = a > b ? a : b;
  const std::size_t low = a > b ? b : a;
  return high * (high - 1) / 2 + low;
}

/// In [0, kPreflopClasses): a square of ranks, the pairs on its diagonal, what is suited on the side of the higher rank.
constexpr std::size_t preflop_class(Card a, Card b) noexcept {
  const int high = rank_of(a) > rank_of(b) ? rank_of(a) : rank_of(b);
  const int low = rank_of(a) + rank_of(b) - high;
  return static_cast<std::size_t>(suit_of(a) == suit_of(b) ? high * kRanks + low : low * kRanks + high);
}

/// Calls use(high, low) for each pair without a card of `dead`, bits of cards, in the order of pair_number().
template <class Use>
void for_each_pair(std::uint64_t dead, const Use& use) {
  for (Card high = 1; high < kCards; ++high) {
    if ((dead >> high & 1) != 0) continue;
    for (Card low = 0; low < high; ++low) {
      if ((dead >> low & 1) == 0) use(high, low);
    }
  }
}

/// A board with its suits renamed. A value of some 30 bytes; it and its number take 50 ns.
class CanonicalBoard {
 public:
  /// 0 to 5 distinct cards in any order.
  explicit CanonicalBoard(std::span<const Card> board) noexcept;

  /// A card with its suit renamed as the board's are.
  Card rename(Card card) const noexcept { return static_cast<Card>((card & ~3U) | to_[card & 3U]); }
  /// The renamed board, as CardSet::bits().
  std::uint64_t cards() const noexcept { return cards_; }
  /// The ranks that a renamed suit holds.
  std::uint16_t ranks(int suit) const noexcept { return ranks_[static_cast<std::size_t>(suit)]; }
  /// Among the classes of boards with so many cards: for 0, 3, 4 and 5 cards in [0, kBoardClasses[round]).
  std::size_t number() const noexcept;
  /// How many boards are equal to this one up to suits, itself included: 1 to 24.
  std::size_t boards() const noexcept;
  /// Classes of holdings on this board.
  std::size_t holdings() const noexcept;

 private:
  std::array<std::uint16_t, kSuits> keys_{};   ///< of the suits' ranks, falling
  std::array<std::uint16_t, kSuits> ranks_{};  ///< by renamed suit
  std::array<std::uint8_t, kSuits> to_{};
  std::uint64_t cards_ = 0;
};

/// The cards of every canonical board of a round, by number: kBoardCards[round] each, ascending. The river's take a few milliseconds and
/// 0.7 MB.
std::vector<std::array<Card, kMaxBoard>> canonical_boards(int round);

/// No class of holdings: a pair with a card of the board.
inline constexpr std::uint16_t kNoHoldingClass = 0xFFFF;

/// By pair_number() of renamed cards: which class of holdings it is on this board, in [0, board.holdings()), numbered by their first pairs.
/// 4 us, more where suits may be exchanged.
std::array<std::uint16_t, kPairs> holding_classes(const CanonicalBoard& board) noexcept;

}  // namespace trivium::poker
