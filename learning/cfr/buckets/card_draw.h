// A whole deck that is dealt card by card.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "engine/core/rng.h"
#include "engine/poker/rules/card.h"

namespace trivium::learning::cfr {

/// Cards that are dealt one after the other, fairly.
class CardDraw {
 public:
  explicit CardDraw(Rng rng) : rng_(rng) {}

  poker::Card draw() noexcept {
    while (true) {
      const auto card = static_cast<poker::Card>(rng_.below(poker::kCards));
      if (cards_.insert(card)) return card;
    }
  }
  void take(std::span<const poker::Card> cards) noexcept {
    for (const poker::Card card : cards) cards_.insert(card);
  }
  /// Two cards that stay in the deck.
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
  poker::CardSet cards_;
};

}  // namespace trivium::learning::cfr
