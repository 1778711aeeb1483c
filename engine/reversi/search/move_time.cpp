#include "engine/reversi/search/move_time.h"

#include <algorithm>

namespace trivium::reversi {

Deadline deadline_for(const Limits& limits, Milliseconds move_overhead, int empty,
                      const SearchParameters& parameters) noexcept {
  return make_deadline(limits, move_overhead, [&](const ClockState& clock) {
    const int own_moves = (empty + 1) / 2;
    const int turns = std::max(2, own_moves - parameters.time_solved);
    return even_share(clock, move_overhead, turns, parameters.time_begin);
  });
}

}  // namespace trivium::reversi
