// The bets and raises that a measuring player chooses among, by name: local best response is
// measured with several such sets.
//
//   c        none, and no fold: check and call only
//   fc       none: fold and call only
//   fcpa     the pot and all-in
//   large    55 parts of the pot, each 1.15 times the one before, from a twentieth of it to 95
//   times; all-in
//
// Bets are parts of the pot as it is after the call. In limit games fcpa and large have the one
// raise there is. A plan has a set for each round: who only calls in early rounds and bets in late
// ones often wins more, since the range is known better then. Source: the sets and plans are those
// of Lisy and Bowling 2017 (their plan with the large set is c/c/large). Which 56 bets they had is
// not said there; the log of their games shows those of `large`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/betting.h"

namespace trivium::learning::poker_measure {

struct BetSet {
  std::string_view name;
  std::string_view help;
  bool folds = true;
  bool any = false;               ///< whether it raises at all
  std::vector<double> pot_parts;  ///< ascending
  bool all_in = false;
};

/// All sets, the smallest first.
const std::vector<BetSet>& bet_sets();

/// The error says which names there are.
Result<BetSet> bet_set_named(std::string_view name);

/// Sets by round; without any it folds and calls.
class BetPlan {
 public:
  BetPlan() = default;

  /// Names of sets separated by '/', one for each round from the first on; the last serves all
  /// further rounds. The error names the place.
  static Result<BetPlan> parse(std::string_view text);

  /// How many rounds have a set of their own, the last of them with all further rounds.
  std::size_t rounds() const noexcept { return rounds_.size(); }
  const BetSet& at(int round) const noexcept {
    return rounds_[std::min(static_cast<std::size_t>(round), rounds_.size() - 1)];
  }

 private:
  std::vector<BetSet> rounds_{BetSet{}};
};

/// The raises of `set` that are legal for the player to act, ascending and distinct: sizes below
/// the smallest legal raise or above the stack become those.
std::vector<poker::Action> raises_of(const BetSet& set, const poker::Betting& betting);

}  // namespace trivium::learning::poker_measure
