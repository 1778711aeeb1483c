#include "engine/connect6/search/turn_time.h"

#include <algorithm>

namespace trivium::connect6 {

namespace {

constexpr Milliseconds kReserve{20};  ///< never used of a clock, in case the machine is late

}  // namespace

Deadline deadline_for(const Limits& limits, Milliseconds move_overhead,
                      const SearchParameters& parameters) noexcept {
  return make_deadline(limits, move_overhead, [&](const ClockState& clock) {
    const int maximum = parameters.time_turns;
    const int turns = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, maximum) : maximum;
    const Deadline::Duration usable =
        usable_time(clock.remaining, bounded(move_overhead) + kReserve);
    Deadline deadline{.maximum = std::min(usable / turns + bounded(clock.increment),
                                          turns == 1 ? usable : usable / 2)};
    if (clock.moves_to_go != 1) deadline.optimum = *deadline.maximum * parameters.time_begin / 100;
    return deadline;
  });
}

}  // namespace trivium::connect6
