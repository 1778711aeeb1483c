// Time management: how long to think about a move.
//
// The clock is divided evenly (even_share()) among the remaining moves of the side, except the last
// ones, which take almost no time because the position is solved by then.
#pragma once

#include "engine/core/deadline.h"
#include "engine/core/limits.h"
#include "engine/reversi/search/search_parameters.h"

namespace trivium::reversi {

/// Returns the deadline of a move with `empty` empty squares, by the parameters whose names begin
/// with `time_`.
Deadline deadline_for(const Limits& limits, Milliseconds move_overhead, int empty,
                      const SearchParameters& parameters = kSearch) noexcept;

}  // namespace trivium::reversi
