// How long to think about a turn.
//
// A turn has an even share of the clock, in whose last part no further round of deepening is begun:
// it takes longer than all before it and would probably be cut off.
#pragma once

#include "engine/connect6/search/search_parameters.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"

namespace trivium::connect6 {

/// Returns the deadline of a whole turn, by the parameters time_...; the moves to go of a clock are
/// turns.
Deadline deadline_for(const Limits& limits, Milliseconds move_overhead, const SearchParameters& parameters = kSearch) noexcept;

}  // namespace trivium::connect6
