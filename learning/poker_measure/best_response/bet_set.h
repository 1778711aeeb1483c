// Named sets of bet sizes, and plans that assign a set to each betting round.
//
// A local best response (local_best_response.h) considers only the actions of its plan:
//
//   c        check and call
//   fc       fold, check and call
//   fcpa     also a pot-sized bet and all-in
//   large    also 55 fractions of the pot, from 0.05 to 95, each 1.15 times the previous one, and
//            all-in
//
// Fractions refer to the pot after the call. In limit games, fcpa and large contain the single
// legal raise. A plan that only calls in early rounds and bets in later ones often wins more,
// because the opponent's range is narrower then.
// Source: Lisy and Bowling 2017, "Equilibrium Approximation Quality of Current No-Limit Poker
// Bots". Their plan with the large set is c/c/large. The paper does not list its 56 bets; the
// fractions of `large` are taken from the log of its games.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/betting.h"

namespace trivium::learning::poker_measure {

/// Actions that a measuring player considers. Check and call are always included.
struct BetSet {
  std::string_view name;
  std::string_view help;
  bool folds = true;
  bool any = false;               ///< true if the set contains raises
  std::vector<double> pot_parts;  ///< sizes as multiples of the pot after the call, ascending
  bool all_in = false;
};

/// Returns all sets, the smallest first.
const std::vector<BetSet>& bet_sets();

/// Returns a set by its name. The error lists the accepted names.
Result<BetSet> bet_set_named(std::string_view name);

/// A bet set for each round. By default every round has fold, check and call only.
class BetPlan {
 public:
  BetPlan() = default;

  /// Parses names of sets separated by '/', one for each round from the first. The last set also
  /// applies to all later rounds. The error names the round.
  static Result<BetPlan> parse(std::string_view text);

  /// Returns the number of sets in the plan, at least 1.
  std::size_t rounds() const noexcept { return rounds_.size(); }
  /// Returns the set of a round, counted from 0.
  const BetSet& at(int round) const noexcept {
    return rounds_[std::min(static_cast<std::size_t>(round), rounds_.size() - 1)];
  }

 private:
  std::vector<BetSet> rounds_{BetSet{}};
};

/// Returns the raises of `set` for the player to act, distinct and ascending. Sizes outside the
/// legal range are clamped to the smallest or largest legal raise. Returns nothing if no raise is
/// legal. In limit games the result is the single legal raise.
std::vector<poker::Action> raises_of(const BetSet& set, const poker::Betting& betting);

}  // namespace trivium::learning::poker_measure
