// How long to think about a turn.
//
// A turn has an even share of the clock, in whose last part no further round of deepening is begun:
// it takes longer than all before it and would probably be cut off.
#pragma once

#include <algorithm>

#include "engine/connect6/search/search_parameters.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"

namespace trivium::connect6 {

/// Returns the deadline of a whole turn, by the parameters time_...; the moves to go of a clock are
/// turns.
Deadline deadline_for(const Limits& limits, Milliseconds move_overhead, const SearchParameters& parameters = kSearch) noexcept;

/// Returns in how many turns of a side `stones` stones are placed if `of_this_turn` of them belong to
/// the present turn.
constexpr int turns_left(int stones, int of_this_turn) noexcept { return 1 + (std::max(0, stones - of_this_turn) + 1) / 2; }

}  // namespace trivium::connect6
