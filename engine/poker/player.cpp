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

/// The deal as far as the player at `viewer` saw it when the hand was over.
Deal seen_from(const Hand& hand, int viewer) {
  Deal deal = hand.deal();
  for (int player = 0; player < hand.game().players; ++player) {
    const bool shown = hand.betting().showdown() && !hand.betting().folded(player);
    if (player != viewer && !shown) deal.hole[static_cast<std::size_t>(player)].fill(kNoCard);
  }
  for (std::size_t i = hand.board().size(); i < deal.board.size(); ++i) deal.board[i] = kNoCard;
  return deal;
}

}  // namespace

Action Player::choose(const Hand& hand) const {
  const Holding holding = holding_of(hand, hand.betting().actor());
  ActionDistribution choice;
  if (experience_) {
    experience_->distribution(hand.public_state(), std::span(&holding, 1), choice);
  } else {
    policy_->distribution(hand.public_state(), std::span(&holding, 1), choice);
  }
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

void Player::observe(const Hand& hand, int viewer) {
  if (!experience_ || !hand.betting().finished() || (last_seen_ && hand.id() <= *last_seen_)) return;
  last_seen_ = hand.id();
  Hand seen = hand;
  seen.set_deal(seen_from(hand, viewer));
  experience_ = experience_->with(seen, viewer);
}

}  // namespace trivium::poker
