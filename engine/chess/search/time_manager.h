// How long to think about a move.
//
// The optimum is looked at between iterations, stretched or shortened by how sure the search is; the
// maximum ends a search wherever it is (chessprogramming wiki: Time Management). Both start from the
// clock less the overhead and a small reserve. The shares are plain fractions of the time left
// (search_parameters.h: time_...), chosen so that no sequence of moves can run out (the tests simulate
// games).
#pragma once

#include "engine/chess/search/search_parameters.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"

namespace trivium::chess {

/// Returns the deadline of a move, by the parameters time_...
Deadline deadline_for(const Limits& limits, Milliseconds move_overhead, const SearchParameters& parameters = kSearch) noexcept;

/// How sure a search is of its move.
struct Progress {
  int settled = 0;  ///< iterations since the best move last changed
  int drop = 0;     ///< centipawns that the score fell by in the last iteration
  int effort = 50;  ///< percent of all nodes spent on the best move: many when the others are soon refuted
};

/// Returns the time after which no further iteration is worth it: `optimum`, stretched or shortened
/// by `progress`.
Deadline::Duration wanted_time(Deadline::Duration optimum, const Progress& progress, const SearchParameters& parameters = kSearch) noexcept;

}  // namespace trivium::chess
