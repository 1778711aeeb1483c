// Replays the hands of an ACPC match log, and checks its actions, payoffs and scores by our rules.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"

namespace trivium::tools {

class PokerLogChecker {
 public:
  /// Requires: `game` outlives the checker.
  explicit PokerLogChecker(const poker::GameDefinition& game) noexcept : game_(game) {}

  /// Checks the next line of the log, without its line end. Skips comments ('#', ';') and empty
  /// lines. A STATE line must be a finished hand with the payoffs that our rules give, to six
  /// decimals; a SCORE line must state the winnings since the previous SCORE line. After an error
  /// the next line can be checked.
  Status take(std::string_view line);

  /// Returns the number of lines checked as hands, also invalid ones.
  long hands() const noexcept { return hands_; }
  /// Returns the number of actions in the hands that could be read.
  long actions() const noexcept { return actions_; }

 private:
  Status take_hand(std::string_view line);
  Status take_score(std::string_view line);

  const poker::GameDefinition& game_;
  std::map<std::string, double, std::less<>> won_;  ///< by player, since the last SCORE line
  long hands_ = 0;
  long actions_ = 0;
};

}  // namespace trivium::tools
