// Deals of two-player games for measures: drawn by a learner's dice, or all of them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/rng.h"
#include "engine/poker/rules/hand.h"

namespace trivium::learning::poker_measure {

/// An error, which names `measure`, where the game has not two players or has more than two own
/// cards.
Status check_two_players(const poker::GameDefinition& game, std::string_view measure);

/// Cards for both players and the whole board.
poker::Deal deal_for_both(const poker::GameDefinition& game, Rng& rng);
/// Cards for `player` alone and the whole board.
poker::Deal deal_for(const poker::GameDefinition& game, int player, Rng& rng);

/// Calls `use` with every deal of own cards to `players` and of the whole board; all are equally
/// likely. The order of own cards does not count as a difference; that of the board does.
void for_each_deal(const poker::GameDefinition& game, std::span<const int> players,
                   const std::function<void(const poker::Deal&)>& use);
/// How many those are for `players` players.
double number_of_deals(const poker::GameDefinition& game, int players);

}  // namespace trivium::learning::poker_measure
