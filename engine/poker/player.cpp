#include "engine/poker/player.h"

#include <cstddef>
#include <span>

#include "engine/core/rng.h"

namespace trivium::poker {

namespace {

/// The dice of one decision.
Rng dice(std::uint64_t seed, const Hand& hand) {
  std::uint64_t state = seed;
  state = splitmix64(state) ^ hand.id();
  state = splitmix64(state) ^ hand.actions().size();
  return Rng(state);
}

}  // namespace

Action Player::choose(const Hand& hand) const {
  const Holding holding = holding_of(hand, hand.betting().actor());
  ActionDistribution choice;
  policy_->distribution(hand.public_state(), std::span(&holding, 1), choice);
  double left = dice(seed_, hand).unit();
  const std::span<const double> probabilities = choice.row(0);
  std::size_t last = 0;  // the last that can be chosen: sums of rounded numbers may fall short of one
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    if (probabilities[k] <= 0) continue;
    last = k;
    if (left < probabilities[k]) break;
    left -= probabilities[k];
  }
  return choice.actions[last];
}

}  // namespace trivium::poker
