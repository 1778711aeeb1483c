#include "protocols/acpc/match_score.h"

#include <algorithm>
#include <span>

namespace trivium::acpc {

namespace {

bool all_known(std::span<const poker::Card> cards) {
  return std::none_of(cards.begin(), cards.end(), [](poker::Card card) { return card == poker::kNoCard; });
}

/// Whether the hand's payoffs can be told: nobody shows, or everybody who must.
bool decided(const poker::Hand& hand) {
  const poker::Betting& betting = hand.betting();
  if (!betting.showdown()) return true;
  for (int player = 0; player < hand.game().players; ++player) {
    if (!betting.folded(player) && hand.hole(player).empty()) return false;
  }
  return all_known(hand.board());
}

}  // namespace

Status MatchScore::see(const poker::MatchState& state) {
  const poker::Hand& hand = state.hand;
  if (!hand.betting().finished()) {
    in_hand_ = true;
    return {};
  }
  if (last_ == hand) return {};
  in_hand_ = false;
  last_ = hand;
  if (!decided(hand)) return Error{"cards of the showdown are missing: the hand is not scored"};
  big_blind_ = hand.game().big_blind();
  chips_ += hand.payoffs()[static_cast<std::size_t>(state.viewer)];
  ++hands_;
  return {};
}

double MatchScore::mbb_per_hand() const noexcept {
  if (hands_ == 0) return 0;
  return chips_ * 1000 / big_blind_ / static_cast<double>(hands_);
}

}  // namespace trivium::acpc
