// The stakes of a decision in chips: the part of the pot that the player to act can win, and
// whether it must decide again.
#pragma once

#include <cstdint>

#include "engine/poker/rules/betting.h"

namespace trivium::poker {

/// Returns the chips on the table that the player to act can win by a call: from each player at
/// most the caller's own total. The rest returns to the players that bet it. Requires: the hand is
/// not finished.
std::int64_t pot_within_reach(const Betting& betting) noexcept;

/// Returns the cost of a call as a part of the pot it can win, in parts of `whole`; 0 for a check.
std::int64_t price_of_call(const Betting& betting, std::int64_t whole) noexcept;

/// True if the player to act has no further decision after a call: it ends the betting or is
/// all-in.
bool call_is_last(const Betting& betting) noexcept;

}  // namespace trivium::poker
