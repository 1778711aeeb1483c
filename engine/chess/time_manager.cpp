#include "engine/chess/time_manager.h"

#include <algorithm>

namespace trivium::chess {

namespace {

using Duration = TimeManager::Duration;

/// Moves for which the time left is kept when the clock does not say.
constexpr int kHorizon = 30;
/// What a move may take of the time left, percent, with so many moves before the control: 85 for the last of them, 56 and 42 with two and
/// three, which is more than an even share, and else 35.
constexpr int largest_share(int moves) noexcept { return std::max(35, 170 / (moves + 1)); }
/// Never planned with while a clock runs: what a machine with other work may take from us between two looks at the clock.
constexpr Duration kReserve{60'000};
/// With nothing left on the clock there is still this much: enough for a sensible move.
constexpr Duration kAtOnce{1000};

/// No clock is believed to hold more: sums stay far from overflow.
constexpr Milliseconds kLongest = std::chrono::hours(24 * 365);

Duration to_duration(Milliseconds time) noexcept { return std::clamp(time, Milliseconds::zero(), kLongest); }

Duration percent(Duration time, int share) noexcept { return time * share / 100; }

/// What of `time` may be thought away when `kept` must stay; an eighth of it in any case.
Duration usable(Milliseconds time, Duration kept) noexcept {
  const Duration whole = to_duration(time);
  return std::max({whole - kept, whole / 8, kAtOnce});
}

}  // namespace

TimeManager::TimeManager(const Limits& limits, Milliseconds overhead) noexcept {
  if (limits.infinite) return;
  const Duration lost = to_duration(overhead);
  if (limits.clock) {
    const ClockState& clock = *limits.clock;
    const int moves = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, kHorizon) : kHorizon;
    const Duration gained = to_duration(clock.increment);
    // The overhead of this move and, as far as increments do not pay for it, of the others to come.
    const Duration overheads = lost + std::max(lost - gained, Duration::zero()) * (moves - 1);
    const Duration available = usable(clock.remaining, kReserve + overheads);
    const Duration largest = percent(available, largest_share(moves));
    optimum_ = std::min(available / moves + percent(gained, 80), largest);
    maximum_ = std::min(*optimum_ * 4, largest);
  }
  if (limits.move_time) {
    const Duration time = usable(*limits.move_time, lost);
    maximum_ = maximum_ ? std::min(*maximum_, time) : time;
  }
}

bool TimeManager::is_enough(Duration elapsed, const Progress& progress) const noexcept {
  if (!optimum_) return false;
  const int unsettled_share = std::max(130 - 10 * progress.settled, 70);
  const int drop_share = std::clamp(progress.drop, 0, 60);
  const int effort_share = std::clamp(200 - 7 * progress.effort / 5, 60, 150);
  return elapsed >= percent(percent(*optimum_, unsettled_share + drop_share), effort_share);
}

}  // namespace trivium::chess
