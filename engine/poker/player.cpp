#include "engine/poker/player.h"

#include <cstddef>

#include "engine/core/rng.h"

namespace trivium::poker {

namespace {

/// Returns the random numbers of one decision.
Rng dice(std::uint64_t seed, const Hand& hand) {
  std::uint64_t state = seed;
  state = splitmix64(state) ^ hand.id();
  state = splitmix64(state) ^ hand.actions().size();
  return Rng(state);
}

}  // namespace

Hand as_seen_from(const Hand& hand, int viewer) {
  Deal deal = hand.deal();
  for (int player = 0; player < hand.game().players; ++player) {
    const bool shown = hand.betting().showdown() && !hand.betting().folded(player);
    if (player != viewer && !shown) deal.hole[static_cast<std::size_t>(player)].fill(kNoCard);
  }
  for (std::size_t i = hand.board().size(); i < deal.board.size(); ++i) deal.board[i] = kNoCard;
  Hand seen = hand;
  seen.set_deal(deal);
  return seen;
}

Action Player::choose(const Hand& hand) const {
  ActionDistribution choice;
  Rng rng = dice(seed_, hand);
  return experience_ ? draw_action(*experience_, hand, rng, choice)
                     : draw_action(*policy_, hand, rng, choice);
}

void Player::observe(const Hand& hand, int viewer) {
  if (!experience_ || !hand.betting().finished() || (last_seen_ && hand.id() <= *last_seen_))
    return;
  last_seen_ = hand.id();
  experience_ = experience_->with(as_seen_from(hand, viewer), viewer);
}

}  // namespace trivium::poker
