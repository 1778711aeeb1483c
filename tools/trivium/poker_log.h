// Replays the hands of an ACPC match log and compares what the log states with our rules.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"

namespace trivium::tools {

class PokerLogChecker {
 public:
  /// `game` must outlive the checker.
  explicit PokerLogChecker(const poker::GameDefinition& game) noexcept : game_(game) {}

  /// Takes the log's next line, without its end. Comments ('#', ';') and empty lines are passed over; a STATE line must be a finished
  /// hand whose payoffs are ours to the last of six decimals; a SCORE line must state what its players won since the SCORE before.
  /// The error says what is wrong with the line; the next one can be taken after it.
  Status take(std::string_view line);

  long hands() const noexcept { return hands_; }
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
