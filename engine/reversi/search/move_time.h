// Time management: how long to think about a move.
//
// A move gets an even share of the clock (see even_share()) among the own moves until the end of
// the game, without the last ones, which are solved in no time.
#pragma once

#include "engine/core/deadline.h"
#include "engine/core/limits.h"
#include "engine/reversi/search/search_parameters.h"

namespace trivium::reversi {

/// Returns the deadline of a move with `empty` empty squares by the parameters time_...
Deadline deadline_for(const Limits& limits, Milliseconds move_overhead, int empty,
                      const SearchParameters& parameters = kSearch) noexcept;

}  // namespace trivium::reversi
