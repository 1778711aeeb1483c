// What a decision is about in chips: which part of the pot the player to act can win, and whether he will be asked again.
#pragma once

#include <cstdint>

#include "engine/poker/rules/betting.h"

namespace trivium::poker {

/// The chips on the table that the player to act could win if he called: of each player's no more than he would have put in himself then.
/// What is beyond comes back to those who bet it. Only while the hand is not finished.
std::int64_t pot_within_reach(const Betting& betting) noexcept;

/// What the call costs as a part of the pot that it is for, in parts of `whole`; 0 for a check.
std::int64_t price_of_call(const Betting& betting, std::int64_t whole) noexcept;

/// Whether the player to act decides no more after a call: it ends the betting, or takes his last chips.
bool call_is_last(const Betting& betting) noexcept;

}  // namespace trivium::poker
