#include "engine/chess/search/time_manager.h"

#include <algorithm>

namespace trivium::chess {

namespace {

using Duration = Deadline::Duration;

Duration percent(Duration time, int share) noexcept { return time * share / 100; }

/// Returns the maximum share of the remaining time for one move, in percent, if `moves` moves are
/// left before the time control. It exceeds an even share for the last moves.
int max_share(const SearchParameters& use, int moves) noexcept {
  return std::max(use.time_largest, use.time_last_moves / (moves + 1));
}

/// Returns the share of the optimum in percent: less if the best move is stable.
int stability_share(const SearchParameters& use, int settled) noexcept {
  if (use.time_stability == 0) return 100;
  return std::max(use.time_unsettled - use.time_stability * settled, use.time_settled);
}

/// Returns a factor in percent: less if more of the nodes went to the best move.
int effort_share(const SearchParameters& use, int effort) noexcept {
  if (use.time_effort == 0) return 100;
  return std::clamp(use.time_no_effort - use.time_effort * effort / 100, use.time_effort_least,
                    use.time_effort_most);
}

}  // namespace

Deadline deadline_for(const Limits& limits, Milliseconds move_overhead,
                      const SearchParameters& parameters) noexcept {
  return make_deadline(limits, move_overhead, [&](const ClockState& clock) -> Deadline {
    const int maximum = parameters.time_moves;
    const int moves = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, maximum) : maximum;
    const Duration lost = bounded(move_overhead);
    const Duration gained = bounded(clock.increment);
    // The overhead of this move and, beyond what increments cover, of the remaining moves.
    const Duration overheads = lost + std::max(lost - gained, Duration::zero()) * (moves - 1);
    const Duration available =
        usable_time(clock.remaining, Milliseconds(parameters.time_reserve) + overheads);
    const Duration largest = percent(available, max_share(parameters, moves));
    const Duration optimum =
        std::min(available / moves + percent(gained, parameters.time_increment), largest);
    return {optimum, std::min(optimum * parameters.time_maximum, largest)};
  });
}

Duration wanted_time(Duration optimum, const Progress& progress,
                     const SearchParameters& parameters) noexcept {
  const int drop_share = std::clamp(progress.drop, 0, parameters.time_drop);
  const Duration wanted =
      percent(optimum, stability_share(parameters, progress.settled) + drop_share);
  return percent(wanted, effort_share(parameters, progress.effort));
}

}  // namespace trivium::chess
