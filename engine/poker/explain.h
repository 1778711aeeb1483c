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
  std::string words;  ///< "raise to 600"
  double probability = 0;
};

/// What a call wins and costs.
struct PotOdds {
  std::int64_t wins = 0;  ///< chips on the table that the caller can win
  double ratio = 0;       ///< to one chip of the call
  double needed = 0;      ///< the chance to win with which it costs nothing in the mean: in [0, 1]
};

struct Explanation {
  std::string betting;  ///< as in a MATCHSTATE line
  int player = 0;       ///< the position that is to act
  std::string seat;     ///< "the big blind"
  int round = 0;        ///< from 0
  std::string street;   ///< "on the flop"
  std::string hole;     ///< "AsKd"; empty where only what is public is explained
  std::string board;
  std::string category;            ///< what the two make now: "pair"
  std::string hand;                ///< the same in words: "a pair of tens", before the flop "ace-king suited"
  std::vector<std::string> draws;  ///< "a flush draw"
  std::int64_t pot = 0;
  Chips to_call = 0;
  std::string pot_words;  ///< in big blinds
  std::string to_call_words;
  std::optional<PotOdds> odds;      ///< nothing where checking is free
  std::optional<RaiseRange> raise;  ///< nothing where no raise is legal; both 0 in limit games
  std::string policy;
  std::vector<PolicyTerm> terms;
  std::vector<PolicyPicture> pictures;
  std::vector<ExplainedAction> actions;
};

/// Explains the decision of the player to act. Errors: the hand is over, his cards or the board are not known.
Result<Explanation> explain(const Hand& hand, const Policy& policy);

/// What everybody at the table sees of it, for a player whose cards do not matter. Errors: the hand is over, cards of the board are not
/// known.
Result<Explanation> explain_public(const Hand& hand);

/// The same for a reader, lines ended by '\n': sentences, then a table of the figures. Nothing is said of cards that are not known.
std::string to_text(const Explanation& explanation);

}  // namespace trivium::poker
