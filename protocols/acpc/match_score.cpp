#include "protocols/acpc/match_score.h"

#include <cstddef>

namespace trivium::acpc {

Status MatchScore::add(const poker::MatchState& state) {
  const poker::Hand& hand = state.hand;
  if (!hand.betting().finished()) {
    in_hand_ = true;
    return {};
  }
  if (last_ == hand) return {};
  in_hand_ = false;
  last_ = hand;
  if (!hand.decided())
    return Error{"poker.hand.cards", "cards of the showdown are missing: the hand is not scored"};
  big_blind_ = hand.game().big_blind();
  chips_ += hand.payoffs()[static_cast<std::size_t>(state.viewer)];
  ++hands_;
  return {};
}

std::optional<double> MatchScore::mbb_per_hand() const noexcept {
  if (hands_ == 0) return 0;
  if (big_blind_ == 0) return std::nullopt;
  return chips_ * 1000 / big_blind_ / static_cast<double>(hands_);
}

}  // namespace trivium::acpc
