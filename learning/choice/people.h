// Fits weights of groups of players: rating bands and single players.
//
// The prior of each fit is the weights of all players together, so a player with few games stays
// close to the average. Source: Wallbrink 2000 (paper 002): differences between masters and weaker
// players, and between masters.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/choice/fit.h"
#include "learning/choice/records.h"
#include "learning/choice/split.h"

namespace trivium::learning::choice {

/// A group of players, given by a filter of their decisions.
struct Group {
  std::string name;
  DecisionFilter filter;
};

/// Weights of a group.
struct GroupFit {
  std::string name;
  Fit fit;  ///< its sums are of the training games
  ChoiceSums held_out;
};

/// Receives progress: groups done, and name and iteration of the current group.
using GroupListener =
    std::function<void(std::size_t done, std::string_view name, std::size_t iteration)>;

/// Returns groups by the mover's Elo within `filter`: below the first limit, between two limits,
/// from the last on. Unknown ratings are in none. Requires: limits increase, the first is above 1.
std::vector<Group> rating_bands(const DecisionFilter& filter, std::span<const int> limits);

/// Returns one group per player, within `filter`.
std::vector<Group> groups_of(const DecisionFilter& filter, std::span<const std::string> players);
/// Returns one group of all these players.
Group together(const DecisionFilter& filter, std::span<const std::string> players);

/// Returns the names of at most `count` players, most decisions first; "?" is skipped.
std::vector<std::string> busiest_players(const Decisions& decisions, std::size_t count,
                                         std::size_t threads);

/// Fits each group separately. A group without decisions keeps the prior.
std::vector<GroupFit> fit_groups(const Split& split, std::span<const Group> groups,
                                 const chess::Attributes& attributes, const FitOptions& options,
                                 const GroupListener& on_step = {});

}  // namespace trivium::learning::choice
