#include "engine/chess/search/time_manager.h"

#include <algorithm>

namespace trivium::chess {

namespace {

using Duration = Deadline::Duration;

Duration percent(Duration time, int share) noexcept { return time * share / 100; }

/// Returns the percent of the time left that a move may take if this many moves are left before the
/// control. For the last few it is more than an even share.
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

Deadline deadline_for(const Limits& limits, Milliseconds move_overhead, const SearchParameters& parameters) noexcept {
  return make_deadline(limits, move_overhead, [&](const ClockState& clock) -> Deadline {
    const int most = parameters.time_moves;
    const int moves = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, most) : most;
    const Duration lost = bounded(move_overhead);
    const Duration gained = bounded(clock.increment);
    // The overhead of this move and, as far as increments do not pay for it, of the others to come.
    const Duration overheads = lost + std::max(lost - gained, Duration::zero()) * (moves - 1);
    const Duration available = usable_time(clock.remaining, Milliseconds(parameters.time_reserve) + overheads);
    const Duration largest = percent(available, largest_share(parameters, moves));
    const Duration optimum = std::min(available / moves + percent(gained, parameters.time_increment), largest);
    return {optimum, std::min(optimum * parameters.time_maximum, largest)};
  });
}

Duration wanted_time(Duration optimum, const Progress& progress, const SearchParameters& parameters) noexcept {
  const int drop_share = std::clamp(progress.drop, 0, parameters.time_drop);
  const Duration wanted = percent(optimum, stability_share(parameters, progress.settled) + drop_share);
  return percent(wanted, effort_share(parameters, progress.effort));
}

}  // namespace trivium::chess
