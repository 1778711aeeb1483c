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

std::size_t drawn(std::span<const double> probabilities, Rng& rng) noexcept {
  double left = rng.unit();
  std::size_t last = 0;  // the last that can be drawn: sums of rounded numbers may fall short of one
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    if (probabilities[k] <= 0) continue;
    last = k;
    if (left < probabilities[k]) break;
    left -= probabilities[k];
  }
  return last;
}

}  // namespace trivium::poker
