// perft: the number of leaf positions of the legal move tree, the standard check and stopwatch of a move generator.
#pragma once

#include <cstdint>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Leaves at `depth` plies (>= 0), the last ply counted in bulk; keys are kept up to date on the way. Leaves `position` as it was.
std::uint64_t perft(Position& position, int depth) noexcept;

}  // namespace trivium::chess
