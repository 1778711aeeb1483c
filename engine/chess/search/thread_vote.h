// Which of several searching threads answers.
#pragma once

#include <cstddef>
#include <span>

#include "engine/chess/rules/types.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// What one thread has found.
struct Ballot {
  Move move;                 ///< its best
  bool settled = false;      ///< whether a line that begins with it has an exact value, not a bound
  Value value = kDrawValue;  ///< of that line, or of another one that was settled before
  int depth = 0;             ///< of that search, in plies; 0 when nothing was settled
};

/// The threads vote: each for its move, with the weight of its depth and of its value over the lowest one (as in Stockfish). Of those
/// whose move wins, the one of most weight; the first one where nothing is better. Who has not settled its move has no weight.
/// `ballots` has one at least.
std::size_t elected(std::span<const Ballot> ballots) noexcept;

}  // namespace trivium::chess
