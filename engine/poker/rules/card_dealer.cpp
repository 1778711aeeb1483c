#include "engine/poker/rules/card_dealer.h"

namespace trivium::poker {

namespace {

/// The remaining cards, in the order that assigns random numbers to cards.
class Deck {
 public:
  explicit Deck(const GameDefinition& game) noexcept {
    for (int suit = kSuits - game.suits; suit < kSuits; ++suit) {
      for (int rank = kRanks - game.ranks; rank < kRanks; ++rank)
        cards_[left_++] = make_card(rank, suit);
    }
  }

  Card draw(std::mt19937& generator) {
    const std::size_t place = generator() % left_;
    const Card card = cards_[place];
    cards_[place] = cards_[--left_];
    return card;
  }

 private:
  std::array<Card, kCards> cards_{};
  std::size_t left_ = 0;
};

}  // namespace

Deal CardDealer::next(const GameDefinition& game) {
  Deck deck(game);
  Deal deal;
  for (int player = 0; player < game.players; ++player) {
    for (int i = 0; i < game.hole_cards; ++i) {
      deal.hole[static_cast<std::size_t>(player)][static_cast<std::size_t>(i)] =
          deck.draw(generator_);
    }
  }
  for (std::size_t i = 0; i < game.all_board_cards(); ++i) deal.board[i] = deck.draw(generator_);
  return deal;
}

}  // namespace trivium::poker
