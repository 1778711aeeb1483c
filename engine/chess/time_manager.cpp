#include "engine/chess/time_manager.h"

#include <algorithm>

namespace trivium::chess {

namespace {

using Duration = TimeManager::Duration;

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

/// What a move may take of the time left, percent, with so many moves before the control: of the last few more than an even share.
int largest_share(const SearchParameters& use, int moves) noexcept { return std::max(use.time_largest, use.time_last_moves / (moves + 1)); }

/// Of the optimum, percent: less the longer the best move has stood.
int stability_share(const SearchParameters& use, int settled) noexcept {
  if (use.time_stability == 0) return 100;
  return std::max(use.time_unsettled - use.time_stability * settled, use.time_settled);
}

/// Of what the rest decided, percent: less the more of the work went to the best move.
int effort_share(const SearchParameters& use, int effort) noexcept {
  if (use.time_effort == 0) return 100;
  return std::clamp(use.time_no_effort - use.time_effort * effort / 100, use.time_effort_least, use.time_effort_most);
}

}  // namespace

TimeManager::TimeManager(const Limits& limits, Milliseconds overhead, const SearchParameters& parameters) noexcept
    : parameters_(parameters) {
  if (limits.infinite) return;
  const Duration lost = to_duration(overhead);
  if (limits.clock) {
    const ClockState& clock = *limits.clock;
    const int moves = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, parameters.time_moves) : parameters.time_moves;
    const Duration gained = to_duration(clock.increment);
    // The overhead of this move and, as far as increments do not pay for it, of the others to come.
    const Duration overheads = lost + std::max(lost - gained, Duration::zero()) * (moves - 1);
    const Duration available = usable(clock.remaining, Milliseconds(parameters.time_reserve) + overheads);
    const Duration largest = percent(available, largest_share(parameters, moves));
    optimum_ = std::min(available / moves + percent(gained, parameters.time_increment), largest);
    maximum_ = std::min(*optimum_ * parameters.time_maximum, largest);
  }
  if (limits.move_time) {
    const Duration time = usable(*limits.move_time, lost);
    maximum_ = maximum_ ? std::min(*maximum_, time) : time;
  }
}

bool TimeManager::is_enough(Duration elapsed, const Progress& progress) const noexcept {
  if (!optimum_) return false;
  const int drop_share = std::clamp(progress.drop, 0, parameters_.time_drop);
  const Duration wanted = percent(*optimum_, stability_share(parameters_, progress.settled) + drop_share);
  return elapsed >= percent(wanted, effort_share(parameters_, progress.effort));
}

}  // namespace trivium::chess
