// Time used by each player, counted as the ACPC server does: for a response, for a hand, for the
// match.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include "engine/poker/rules/game_definition.h"

namespace trivium::acpc {

using Microseconds = std::chrono::microseconds;

/// Maximum times of a player. A response that takes exactly the limit is in time.
struct TimeLimits {
  Microseconds response = std::chrono::seconds(600);
  Microseconds hand = std::chrono::seconds(600);
  Microseconds match = Microseconds::max();
};

/// Times used by all players of one match. Seats count from 0.
class PlayerClocks {
 public:
  explicit PlayerClocks(const TimeLimits& limits) noexcept : limits_(limits) {}

  const TimeLimits& limits() const noexcept { return limits_; }

  /// Resets the times of the hand.
  void start_hand() noexcept { hand_.fill(Microseconds::zero()); }
  /// Returns the time left for the next response of `seat`; never negative.
  Microseconds allowance(int seat) const noexcept {
    const auto player = static_cast<std::size_t>(seat);
    const Microseconds left =
        std::min({limits_.response, limits_.hand - hand_[player], limits_.match - match_[player]});
    return std::max(left, Microseconds::zero());
  }
  /// Counts a response that took `used` (negative counts as 0: wall clocks may be set back).
  /// Returns false if that was too long.
  bool charge(int seat, Microseconds used) noexcept {
    const auto player = static_cast<std::size_t>(seat);
    const bool in_time = used <= allowance(seat);
    used = std::max(used, Microseconds::zero());
    hand_[player] += used;
    match_[player] += used;
    return in_time;
  }
  /// Returns the time that `seat` has used in the match.
  Microseconds used(int seat) const noexcept { return match_[static_cast<std::size_t>(seat)]; }

 private:
  TimeLimits limits_;
  std::array<Microseconds, poker::kMaxPlayers> hand_{};
  std::array<Microseconds, poker::kMaxPlayers> match_{};
};

}  // namespace trivium::acpc
