#include "engine/poker/policy.h"

#include <algorithm>

namespace trivium::poker {

Holding holding_of(const Hand& hand, int player) noexcept {
  Holding holding;
  holding.fill(kNoCard);
  const std::span<const Card> hole = hand.hole(player);
  std::copy(hole.begin(), hole.end(), holding.begin());
  return holding;
}

}  // namespace trivium::poker
