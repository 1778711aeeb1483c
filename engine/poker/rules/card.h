// Playing cards and their text as in the ACPC protocol: rank, then suit, "Td".
//
// A card is rank * 4 + suit, so that cards sort by rank. Small games (Kuhn, Leduc) use the highest
// ranks and suits of the same deck, like the ACPC server.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::poker {

/// Number of a card in [0, 52): rank * kSuits + suit.
using Card = std::uint8_t;

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kCards = kRanks * kSuits;
inline constexpr Card kNoCard = 255;

inline constexpr std::string_view kRankLetters = "23456789TJQKA";
inline constexpr std::string_view kSuitLetters = "cdhs";

constexpr Card make_card(int rank, int suit) noexcept {
  return static_cast<Card>(rank * kSuits + suit);
}
/// Rank in [0, 13): 0 is the deuce, 12 the ace.
constexpr int rank_of(Card card) noexcept { return card / kSuits; }
/// Suit in [0, 4): clubs, diamonds, hearts, spades.
constexpr int suit_of(Card card) noexcept { return card % kSuits; }

/// Returns the text of a card: "Td". Requires: the card is one of the 52.
inline std::string card_text(Card card) {
  return {kRankLetters[rank_of(card)], kSuitLetters[suit_of(card)]};
}

/// Removes a card from the front of `text` and returns it. If `text` does not begin with a card,
/// returns nothing and leaves `text` unchanged.
constexpr std::optional<Card> take_card(std::string_view& text) noexcept {
  if (text.size() < 2) return std::nullopt;
  const std::size_t rank = kRankLetters.find(text[0]);
  const std::size_t suit = kSuitLetters.find(text[1]);
  if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
  text.remove_prefix(2);
  return make_card(static_cast<int>(rank), static_cast<int>(suit));
}

/// A set of cards as a bit mask. Requires: every card is one of the 52.
class CardSet {
 public:
  constexpr CardSet() noexcept = default;

  constexpr bool contains(Card card) const noexcept { return (bits_ >> card & 1) != 0; }
  /// Adds a card. Returns false if it was already in the set.
  constexpr bool insert(Card card) noexcept {
    if (contains(card)) return false;
    bits_ |= std::uint64_t{1} << card;
    return true;
  }
  constexpr void remove(Card card) noexcept { bits_ &= ~(std::uint64_t{1} << card); }
  constexpr int size() const noexcept { return std::popcount(bits_); }
  /// Returns the cards, ascending.
  std::vector<Card> cards() const {
    std::vector<Card> list;
    for (Card card = 0; card < kCards; ++card) {
      if (contains(card)) list.push_back(card);
    }
    return list;
  }
  /// Bit c is set if card c is in the set.
  constexpr std::uint64_t bits() const noexcept { return bits_; }
  friend constexpr bool operator==(CardSet, CardSet) noexcept = default;

 private:
  std::uint64_t bits_ = 0;
};

/// Returns a bit mask of cards, as CardSet::bits().
constexpr std::uint64_t bits_of(std::span<const Card> cards) noexcept {
  std::uint64_t bits = 0;
  for (const Card card : cards) bits |= std::uint64_t{1} << card;
  return bits;
}

}  // namespace trivium::poker
