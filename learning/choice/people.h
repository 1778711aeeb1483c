// Weights of many people side by side: of bands of rating, and of single players.
//
// Who has few games is fitted with a prior, the weights of all the players together, so that he is taken for one of them until his moves
// say otherwise.
// Source: Wallbrink 2000 (paper 002), which asks how masters differ from weaker players, and one master from another.
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

/// Some people: the decisions that are theirs.
struct Group {
  std::string name;
  DecisionFilter filter;
};

/// What was learned of a group.
struct GroupFit {
  std::string name;
  Fit fit;  ///< its sums: of the games learned from
  ChoiceSums held_out;
};

/// Hears how far fits are: groups done of all, and whose steps are taken now.
using GroupListener = std::function<void(std::size_t done, std::string_view name, std::size_t iteration)>;

/// By the mover's Elo: below the first limit, between two, from the last on; all within `filter`. Ratings that are not known are in none.
/// The limits rise, the first is above 1.
std::vector<Group> rating_bands(const DecisionFilter& filter, std::span<const int> limits);

/// Each by his name, within `filter`.
std::vector<Group> groups_of(const DecisionFilter& filter, std::span<const std::string> players);
/// All these players together.
Group together(const DecisionFilter& filter, std::span<const std::string> players);

/// The names of the `count` players with most decisions, or of all if there are fewer, the most first; "?" is nobody.
std::vector<std::string> busiest_players(const Decisions& decisions, std::size_t count, std::size_t threads);

/// Each group by itself. A group without decisions keeps the prior.
std::vector<GroupFit> fit_groups(const Split& split, std::span<const Group> groups, const chess::Attributes& attributes,
                                 const FitOptions& options, const GroupListener& on_step = {});

}  // namespace trivium::learning::choice
