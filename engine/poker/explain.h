// What a player at the table sees and how his policy weighs it: the figures that lead to the decision, and the decision's probabilities.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policy.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

struct ExplainedAction {
  Action action;
  double probability = 0;
};

struct Explanation {
  std::string betting;  ///< as in a MATCHSTATE line
  int player = 0;       ///< the position that is to act
  int round = 0;        ///< from 0
  std::string hole;     ///< "AsKd"
  std::string board;
  std::string category;  ///< what the two make now: "pair"
  std::int64_t pot = 0;
  Chips to_call = 0;
  std::optional<RaiseRange> raise;  ///< nothing where no raise is legal; both 0 in limit games
  std::string policy;
  std::vector<PolicyTerm> terms;
  std::vector<PolicyPicture> pictures;
  std::vector<ExplainedAction> actions;
};

/// Explains the decision of the player to act. Errors: the hand is over, his cards or the board are not known.
Result<Explanation> explain(const Hand& hand, const Policy& policy);

/// The same as a table for a reader, lines ended by '\n'.
std::string to_text(const Explanation& explanation);

}  // namespace trivium::poker
