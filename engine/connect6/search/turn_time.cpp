#include "engine/connect6/search/turn_time.h"

namespace trivium::connect6 {

Deadline deadline_for(const Limits& limits, Milliseconds move_overhead,
                      const SearchParameters& parameters) noexcept {
  return make_deadline(limits, move_overhead, [&](const ClockState& clock) {
    return even_share(clock, move_overhead, parameters.time_turns, parameters.time_begin);
  });
}

}  // namespace trivium::connect6
