// Which raises of a no-limit game a strategy considers: parts of the pot and all-in, by round and by how often the round was raised.
//
// A no-limit game has more betting sequences than can be stored; a strategy is learned for a few sizes, and everything else that an
// opponent does is translated to them (betting_translation.h). The same value makes the learner's tree and the player's, so that it stands
// in weight files as text. Limit games have one size and need no abstraction: theirs is empty.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/betting.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

/// The raises considered at one place.
struct RaiseSizes {
  std::vector<int> percents;  ///< of the pot after a call, ascending, each 1 to kMaxPercent
  bool all_in = false;
  friend bool operator==(const RaiseSizes&, const RaiseSizes&) = default;
};

/// A raise as the tree holds it.
struct AbstractRaise {
  Chips to = 0;
  bool all_in = false;  ///< the stacks that are in play are in with it
  friend bool operator==(const AbstractRaise&, const AbstractRaise&) noexcept = default;
};

class BettingAbstraction {
 public:
  static constexpr int kMaxPercent = 100'000;
  /// A raise that would put more than this part of the stack in is all-in instead: what is left behind could not be folded any more.
  static constexpr int kAllInFromPercent = 65;

  /// No raises in no-limit games; what limit games use.
  BettingAbstraction() = default;

  /// Reads what text() writes: rounds separated by '/', within a round the first raise, the second and so on by ':', sizes by ','; a size
  /// is a part of the pot in percent, or "all"; "-" is no raise. The last list of a round serves all further raises, the last round all
  /// further rounds: "75,150,all:100,all/50,100,all:100,all". A name of named_abstractions() stands for its text. The error names the
  /// place.
  static Result<BettingAbstraction> parse(std::string_view text);
  std::string text() const;

  /// The raises that `betting`, whose hand is not over, offers its actor: legal, ascending, distinct. Sizes below the legal minimum become
  /// it. In limit games the one raise, if it is legal.
  std::vector<AbstractRaise> raises(const Betting& betting) const;

  friend bool operator==(const BettingAbstraction&, const BettingAbstraction&) = default;

 private:
  const RaiseSizes* sizes(int round, int raise) const noexcept;

  std::vector<std::vector<RaiseSizes>> rounds_;  ///< by round, by number of raises before in the round
};

struct NamedAbstraction {
  std::string_view name;
  std::string_view text;
  std::string_view title;
};

/// "standard": for no-limit with 200 big blinds, half the pot where nobody has raised, pot and all-in everywhere; "small": few sizes,
/// quickly learned.
const std::vector<NamedAbstraction>& named_abstractions();

/// The raise to a total at which nobody in the hand can put in more, as far as the actor's stack goes. `betting` must allow a no-limit
/// raise.
Chips all_in_total(const Betting& betting) noexcept;

/// The chips that a heads-up pot holds after the actor's call, what raises are measured by.
std::int64_t pot_after_call(const Betting& betting) noexcept;

}  // namespace trivium::poker
