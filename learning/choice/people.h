// Fits weights for groups of players: rating bands, single players, or all players together.
//
// With the weights of all players together as prior (FitOptions::prior), a player with few games
// stays close to the average.
// Source: Wallbrink 2000 (paper 002), on differences between masters and weaker players, and
// between masters.
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
  Fit fit;              ///< sums are those of the training games
  ChoiceSums held_out;  ///< quality of the predictions in the held-out games
};

/// Called with the number of groups done, and the name and iteration of the current group.
using GroupListener =
    std::function<void(std::size_t done, std::string_view name, std::size_t iteration)>;

/// Returns groups by the mover's Elo within `filter`: below the first limit, between neighboring
/// limits, and from the last limit on. Movers without a rating are in no group. Requires: at least
/// one limit; limits are ascending, and the first is above 1.
std::vector<Group> rating_bands(const DecisionFilter& filter, std::span<const int> limits);

/// Returns one group per player, within `filter`.
std::vector<Group> groups_of(const DecisionFilter& filter, std::span<const std::string> players);
/// Returns one group of all these players.
Group together(const DecisionFilter& filter, std::span<const std::string> players);

/// Returns the names of at most `count` players, those with most decisions first. Skips the name
/// "?".
std::vector<std::string> busiest_players(const Decisions& decisions, std::size_t count,
                                         std::size_t threads);

/// Fits the weights of each group. A group without decisions keeps the prior.
std::vector<GroupFit> fit_groups(const Split& split, std::span<const Group> groups,
                                 const chess::Attributes& attributes, const FitOptions& options,
                                 const GroupListener& on_step = {});

}  // namespace trivium::learning::choice
