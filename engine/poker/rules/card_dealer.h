// Deals the cards of a match exactly like the official ACPC server with the same seed.
//
// One Mersenne Twister (std::mt19937, seeded as by init_genrand) is used for the whole match. For
// every hand the deck is ordered by suit, then by ascending rank. The index of the next card is the
// next random number modulo the number of cards left. The last card of the deck then moves to this
// index. Hole cards are dealt first, by position, then the board.
#pragma once

#include <cstdint>
#include <random>

#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

class CardDealer {
 public:
  explicit CardDealer(std::uint32_t seed) : generator_(seed) {}

  /// Deals the next hand.
  Deal next(const GameDefinition& game);

 private:
  std::mt19937 generator_;
};

}  // namespace trivium::poker
