// Deals the cards of a match exactly as the official ACPC server does for the same seed.
//
// One Mersenne Twister (std::mt19937, seeded as its init_genrand) runs through the match. For every hand the deck is laid suit by suit,
// ranks ascending; a card is the one at the next number modulo the cards left, whose place the last card takes; first the hole cards by
// position, then the board. Test vectors: shared/data/poker/dealer_seed_vectors.txt (not needed here).
#pragma once

#include <cstdint>
#include <random>

#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

class CardDealer {
 public:
  explicit CardDealer(std::uint32_t seed) : generator_(seed) {}

  /// The cards of the next hand.
  Deal next(const GameDefinition& game);

 private:
  std::mt19937 generator_;
};

}  // namespace trivium::poker
