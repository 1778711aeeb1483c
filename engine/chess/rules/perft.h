// perft: the number of leaf positions of the legal move tree, the standard check and stopwatch of a move generator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Leaves at `depth` plies (>= 0), the last ply counted in bulk; keys are kept up to date on the way. Leaves `position` as it was.
std::uint64_t perft(Position& position, int depth) noexcept;

/// perft by root move: `visit` gets each legal move with its leaves, in the generator's order, `position` being as it was; at depth 0
/// none. Returns the sum, or nothing once `should_stop` said so, which is asked every few milliseconds.
std::optional<std::uint64_t> divide(Position& position, int depth, const std::function<void(Move, std::uint64_t)>& visit,
                                    const std::function<bool()>& should_stop);

}  // namespace trivium::chess
