#include "engine/poker/rules/game_definition.h"

#include <algorithm>

namespace trivium::poker {

Chips GameDefinition::big_blind() const noexcept { return *std::ranges::max_element(blind); }

int GameDefinition::board_cards_through(int round) const noexcept {
  int cards = 0;
  for (int r = 0; r <= round; ++r) cards += board_cards[static_cast<std::size_t>(r)];
  return cards;
}

CardSet GameDefinition::deck() const noexcept {
  CardSet cards;
  for (int rank = kRanks - ranks; rank < kRanks; ++rank) {
    for (int suit = kSuits - suits; suit < kSuits; ++suit) cards.insert(make_card(rank, suit));
  }
  return cards;
}

}  // namespace trivium::poker
