// The hands that `trivium bench hands` ranks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::tools {

/// Returns `count` random hands. Equal seeds give equal hands on every machine. Public, so that
/// other hand evaluators can be measured with the same hands.
inline std::vector<poker::SevenCards> draw_hands(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::array<poker::Card, poker::kCards> deck;
  for (poker::Card card = 0; card < poker::kCards; ++card) deck[card] = card;
  std::vector<poker::SevenCards> hands(count);
  for (poker::SevenCards& hand : hands) {
    for (std::size_t i = 0; i < hand.size(); ++i) {
      std::swap(deck[i], deck[i + rng.below(static_cast<std::uint32_t>(deck.size() - i))]);
      hand[i] = deck[i];
    }
  }
  return hands;
}

}  // namespace trivium::tools
