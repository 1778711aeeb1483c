// The bets and raises that a measuring player chooses among, by name: local best response is measured with several such sets.
//
//   fc       none: fold and call only
//   fcpa     the pot and all-in
//   large    the smallest raise, fourteen parts of the pot from a quarter to 25 times, all-in
//
// Bets are parts of the pot as it is after the call. In limit games every set but fc has the one raise there is.
// Source: fc and fcpa are those of Lisy and Bowling 2017; their third set (56 bets) is as fine as ours is coarse.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/betting.h"

namespace trivium::learning {

struct BetSet {
  std::string_view name;
  std::string_view help;
  bool any = false;               ///< whether it raises at all
  bool smallest = false;          ///< the smallest legal raise
  std::vector<int> pot_percents;  ///< ascending
  bool all_in = false;
};

/// All sets, the smallest first.
const std::vector<BetSet>& bet_sets();

/// The error says which names there are.
Result<BetSet> bet_set_named(std::string_view name);

/// The raises of `set` that are legal for the player to act, ascending and distinct: sizes below the smallest legal raise or above the
/// stack become those.
std::vector<poker::Action> raises_of(const BetSet& set, const poker::Betting& betting);

}  // namespace trivium::learning
