// Explanation of a decision: what the player sees, the figures that the policy uses, and the
// probabilities of its actions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

struct ExplainedAction {
  Action action;
  std::string words;  ///< "raise to 600"
  double probability = 0;
};

/// Gain and cost of a call.
struct PotOdds {
  std::int64_t wins = 0;  ///< chips on the table that the caller can win
  double ratio = 0;       ///< chips won per chip of the call
  double needed = 0;      ///< break-even probability of winning, in [0, 1]
};

struct Explanation {
  std::string betting;  ///< as in a MATCHSTATE line
  int player = 0;       ///< position of the player to act
  std::string seat;     ///< from seat_words(): "the big blind"
  int round = 0;        ///< from 0
  std::string street;   ///< from round_words(): "on the flop"
  std::string hole;     ///< "AsKd"; empty if only public information is explained
  std::string board;
  std::string category;            ///< category of the current hand: "pair"
  std::string hand;                ///< "a pair of tens", before the flop "ace-king suited"
  std::vector<std::string> draws;  ///< from draw_words(): "a flush draw"
  std::int64_t pot = 0;
  Chips to_call = 0;
  std::string pot_words;  ///< the pot in big blinds
  std::string to_call_words;
  std::optional<PotOdds> odds;      ///< empty if checking is free
  std::optional<RaiseRange> raise;  ///< empty if no raise is legal; both 0 in limit games
  std::string policy;
  std::vector<PolicyTerm> terms;
  std::vector<PolicyPicture> pictures;
  std::vector<ExplainedAction> actions;
};

/// Explains the decision of the player to act. Errors: the hand is over, the player's cards or the
/// board are unknown, or the policy cannot play the game.
Result<Explanation> explain(const Hand& hand, const Policy& policy);

/// Explains the public part only, so the player's cards are ignored. Errors: the hand is over, or a
/// board card is unknown.
Result<Explanation> explain_public(const Hand& hand);

/// Returns readable text, lines ended by '\n': sentences, then a table of the figures. Unknown
/// cards are not mentioned.
std::string to_text(const Explanation& explanation);

}  // namespace trivium::poker
