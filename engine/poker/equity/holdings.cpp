#include "engine/poker/equity/holdings.h"

#include <algorithm>

#include "engine/poker/equity/combinations.h"

namespace trivium::poker {

Holding holding_of(const Hand& hand, int player) noexcept {
  Holding holding;
  holding.fill(kNoCard);
  const std::span<const Card> hole = hand.hole(player);
  std::copy(hole.begin(), hole.end(), holding.begin());
  return holding;
}

HoldingTable::HoldingTable(const GameDefinition& game) : cards_(game.hole_cards) {
  std::vector<Card> deck;
  for (Card card = 0; card < kCards; ++card) {
    if (!game.deck().contains(card)) continue;
    place_[card] = static_cast<std::uint8_t>(deck.size());
    deck.push_back(card);
  }
  const std::size_t count = combinations(deck.size(), static_cast<std::size_t>(cards_));
  holdings_.resize(count);
  masks_.resize(count);
  for_each_set(deck, static_cast<std::size_t>(cards_), [&](std::span<const Card> cards) {
    Holding holding;
    holding.fill(kNoCard);
    std::ranges::copy(cards, holding.begin());
    const std::size_t at = number(holding);
    holdings_[at] = holding;
    masks_[at] = cards_of(holding).bits();
  });
}

std::size_t HoldingTable::number(const Holding& holding) const noexcept {
  // The combinatorial number system (Lehmer): counts the combinations that come before. The card at
  // the k-th lowest place adds those whose k lowest places are below it.
  std::size_t number = 0;
  for (int k = 0; k < cards_; ++k) {
    const std::size_t place = place_[holding[static_cast<std::size_t>(k)]];
    std::size_t lower = 0;
    for (int other = 0; other < cards_; ++other)
      lower += place_[holding[static_cast<std::size_t>(other)]] < place ? 1 : 0;
    number += combinations(place, lower + 1);
  }
  return number;
}

CardSet cards_of(const Holding& holding) noexcept {
  CardSet set;
  for (const Card card : holding) {
    if (card != kNoCard) set.insert(card);
  }
  return set;
}

Holding suits_renamed(const Holding& holding) noexcept {
  std::array<std::uint32_t, kSuits> ranks{};  // bit mask of the ranks held in each suit
  for (const Card card : holding) {
    if (card != kNoCard) ranks[suit_of(card)] |= 1U << rank_of(card);
  }
  std::sort(ranks.begin(), ranks.end());
  Holding renamed;
  renamed.fill(kNoCard);
  std::size_t next = 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    for (int rank = 0; rank < kRanks; ++rank) {
      if ((ranks[suit] >> rank & 1) != 0) renamed[next++] = make_card(rank, suit);
    }
  }
  return renamed;
}

}  // namespace trivium::poker
