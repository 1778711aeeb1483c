// perft: counts the leaves of the legal move tree. The standard test and benchmark of a move
// generator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Returns the number of leaves at `depth` plies (>= 0), with the last ply counted in bulk. Keys
/// are updated on the way. `position` is unchanged on return.
std::uint64_t perft(Position& position, int depth) noexcept;

/// perft by root move: calls `visit` with each legal move and its number of leaves, in the
/// generator's order; never at depth 0. `position` is unchanged when `visit` is called and on
/// return. Returns the sum, or nothing if `should_stop`, called every few milliseconds, returned
/// true.
std::optional<std::uint64_t> divide(Position& position, int depth,
                                    const std::function<void(Move, std::uint64_t)>& visit,
                                    const std::function<bool()>& should_stop);

}  // namespace trivium::chess
