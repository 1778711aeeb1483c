// Time management: how long to think about a turn. A turn gets an even share of the clock (see
// even_share()).
#pragma once

#include "engine/connect6/search/search_parameters.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"

namespace trivium::connect6 {

/// Returns the deadline of a whole turn by the parameters time_...; "moves to go" counts turns.
Deadline deadline_for(const Limits& limits, Milliseconds move_overhead,
                      const SearchParameters& parameters = kSearch) noexcept;

}  // namespace trivium::connect6
