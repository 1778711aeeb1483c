// Betting abstraction: the raises of a no-limit game that a strategy considers, as parts of the pot
// and all-in, by round and by number of raises in the round.
//
// A no-limit game has too many betting sequences to store. A strategy is trained for a few sizes,
// and other bets of an opponent are translated to them (betting_translation.h). Learner and player
// build their tree from the same value, so weight files contain it as text. Limit games have one
// size and use an empty abstraction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/betting.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

/// The raise sizes in one situation.
struct RaiseSizes {
  std::vector<int> percents;  ///< percent of the pot after a call, ascending, each 1 to kMaxPercent
  bool all_in = false;
  friend bool operator==(const RaiseSizes&, const RaiseSizes&) = default;
};

/// A raise in the tree.
struct AbstractRaise {
  Chips to = 0;         ///< as Action::to
  bool all_in = false;  ///< true if it commits the effective stacks
  friend bool operator==(const AbstractRaise&, const AbstractRaise&) noexcept = default;
};

class BettingAbstraction {
 public:
  static constexpr int kMaxPercent = 100'000;
  /// A raise to more than this percentage of all_in_total() becomes all-in: a player that has put
  /// in so much would not fold afterwards.
  static constexpr int kAllInFromPercent = 65;

  /// No raises; for limit games.
  BettingAbstraction() = default;

  /// Parses the format of text(). Rounds are separated by '/', the first, second, ... raise in a
  /// round by ':', sizes by ','. A size is a percentage of the pot, or "all"; "-" is no raise. The
  /// last list of a round applies to all further raises, the last round to all further rounds:
  /// "75,150,all:100,all/50,100,all:100,all". Also accepts a name of named_abstractions(). The
  /// error names the place.
  static Result<BettingAbstraction> parse(std::string_view text);
  std::string text() const;

  /// Returns the raises of the player to act: legal, ascending, distinct. Sizes below the legal
  /// minimum are raised to it. In limit games the only raise, if it is legal. Requires: the hand is
  /// not over.
  std::vector<AbstractRaise> raises(const Betting& betting) const;

  friend bool operator==(const BettingAbstraction&, const BettingAbstraction&) = default;

 private:
  const RaiseSizes* sizes(int round, int raise) const noexcept;

  std::vector<std::vector<RaiseSizes>> rounds_;  ///< by round, by number of earlier raises
};

struct NamedAbstraction {
  std::string_view name;
  std::string_view text;
  std::string_view title;
};

/// Returns "standard" (no-limit with 200 big blinds: half the pot for the first raise, pot and
/// all-in always) and "small" (few sizes, fast to train).
const std::vector<NamedAbstraction>& named_abstractions();

/// Returns the total of the raise that puts the player to act or all its opponents all-in, at least
/// the minimum raise. Requires: a no-limit raise is legal.
Chips all_in_total(const Betting& betting) noexcept;

/// Returns the chips in a heads-up pot after a call; raise sizes are parts of it.
std::int64_t pot_after_call(const Betting& betting) noexcept;

}  // namespace trivium::poker
