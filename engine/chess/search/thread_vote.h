// Chooses the search thread whose move is played, by a weighted vote.
#pragma once

#include <cstddef>
#include <span>

#include "engine/chess/rules/types.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// Result of one thread.
struct Ballot {
  Move move;                 ///< best move
  bool settled = false;      ///< a line that begins with this move has an exact value, not a bound
  Value value = kDrawValue;  ///< of that line, or of an earlier exact line
  int depth = 0;             ///< depth of that search in plies; 0 if there was no exact value
};

/// Returns the index of the thread whose move is played. Each thread votes for its move, weighted
/// by depth and by its score above the lowest one (as in Stockfish). Among the threads with the
/// winning move, the one with the highest weight is chosen; ties go to the first. Threads without
/// an exact score do not vote. Requires: `ballots` is not empty.
std::size_t choose_thread(std::span<const Ballot> ballots) noexcept;

}  // namespace trivium::chess
