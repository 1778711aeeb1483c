#include "protocols/acpc/dealer_clock.h"

#include <algorithm>

namespace trivium::acpc {

Microseconds PlayerClocks::allowance(int seat) const noexcept {
  const auto player = static_cast<std::size_t>(seat);
  const Microseconds left = std::min({limits_.response, limits_.hand - hand_[player], limits_.match - match_[player]});
  return std::max(left, Microseconds::zero());
}

bool PlayerClocks::charge(int seat, Microseconds used) noexcept {
  const auto player = static_cast<std::size_t>(seat);
  const bool in_time = used <= allowance(seat);
  used = std::max(used, Microseconds::zero());
  hand_[player] += used;
  match_[player] += used;
  return in_time;
}

}  // namespace trivium::acpc
