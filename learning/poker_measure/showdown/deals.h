// Deals of two-player games for measures: random deals, or an enumeration of all deals.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/rng.h"
#include "engine/poker/rules/hand.h"

namespace trivium::learning::poker_measure {

/// Fails if the game does not have two players, or if it has more than two own cards. The error
/// names `measure`.
Status check_two_players(const poker::GameDefinition& game, std::string_view measure);

/// Removes a random card from `cards` and returns it. Requires: not empty.
poker::Card draw_card(std::vector<poker::Card>& cards, Rng& rng);

inline constexpr std::array kBothPlayers{0, 1};
/// Returns random cards for `players` and the whole board. Cards of other players are unknown.
poker::Deal random_deal(const poker::GameDefinition& game, std::span<const int> players, Rng& rng);

/// Calls `use` with every deal of own cards to `players` and of the whole board. All are equally
/// likely. Own cards come in one order only, and board cards in every order.
void for_each_deal(const poker::GameDefinition& game, std::span<const int> players,
                   const std::function<void(const poker::Deal&)>& use);
/// Returns the number of calls of for_each_deal() for `players` players.
double number_of_deals(const poker::GameDefinition& game, int players);

}  // namespace trivium::learning::poker_measure
