// Time for a move.
//
// The optimum is checked between iterations and scaled by how sure the search is; the maximum ends
// a search at any point (chessprogramming wiki: Time Management). Both are derived from the clock
// minus the overhead and a small reserve. The shares are fixed fractions of the remaining time
// (search_parameters.h: time_...), chosen so that the clock cannot run out in any sequence of moves
// (the tests simulate games).
#pragma once

#include "engine/chess/search/search_parameters.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"

namespace trivium::chess {

/// Returns the deadline of a move according to the time_... parameters.
Deadline deadline_for(const Limits& limits, Milliseconds move_overhead,
                      const SearchParameters& parameters = kSearch) noexcept;

/// How sure a search is of its move.
struct Progress {
  int settled = 0;  ///< iterations since the best move last changed
  int drop = 0;     ///< centipawns by which the score fell in the last iteration
  int effort = 50;  ///< percent of all nodes spent on the best move; high if the others are refuted
                    ///< quickly
};

/// Returns the time after which no new iteration should start: `optimum`, scaled by `progress`.
Deadline::Duration wanted_time(Deadline::Duration optimum, const Progress& progress,
                               const SearchParameters& parameters = kSearch) noexcept;

}  // namespace trivium::chess
