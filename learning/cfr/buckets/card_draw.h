// Deck of 52 cards from which random cards are drawn one by one.
#pragma once

#include <span>
#include <utility>

#include "engine/core/rng.h"
#include "engine/poker/rules/card.h"

namespace trivium::learning::cfr {

/// A deck with its random number generator. Copies draw the same cards.
class CardDraw {
 public:
  explicit CardDraw(Rng rng) : rng_(rng) {}

  /// Removes a random card from the deck and returns it. Requires: the deck is not empty.
  poker::Card draw() noexcept {
    while (true) {
      const auto card = static_cast<poker::Card>(rng_.below(poker::kCards));
      if (cards_.insert(card)) return card;
    }
  }
  /// Removes these cards from the deck.
  void take(std::span<const poker::Card> cards) noexcept {
    for (const poker::Card card : cards) cards_.insert(card);
  }
  /// Returns two different random cards, which remain in the deck.
  std::pair<poker::Card, poker::Card> holding() noexcept {
    const poker::CardSet before = cards_;
    const poker::Card first = draw();
    const poker::Card second = draw();
    cards_ = before;
    return {first, second};
  }
  Rng& rng() noexcept { return rng_; }

 private:
  Rng rng_;
  poker::CardSet cards_;  ///< cards that are no longer in the deck
};

}  // namespace trivium::learning::cfr
