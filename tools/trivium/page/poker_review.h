// Review of a player's logged hands: estimates what each decision cost, measured by a strategy.
//
// The value of an action is the player's mean winnings if both players follow the strategy
// afterwards. It is estimated by playouts. The opponent's cards are sampled with the probability
// that the strategy plays the opponent's actions with them, and the rest of the board at random. So
// the loss of a decision does not depend on the cards that the opponent really had. All actions of
// a decision are played out with the same cards. One half of the playouts selects the best action,
// and the other half measures the loss, so the selection does not bias it.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/hand.h"

namespace trivium::tools::page {

struct ReviewedDecision {
  std::uint32_t hand = 0;  ///< number in the log
  std::string street;      ///< "on the flop"
  std::string hole;        ///< "AsKd"
  std::string board;
  std::string history;     ///< betting before the decision, as in a MATCHSTATE line
  std::string played;      ///< "call 300"
  std::string best;        ///< the action with the highest estimated value
  double probability = 0;  ///< of the played action by the strategy; 0 if it never plays it
  double loss = 0;         ///< big blinds; negative if the played action was estimated better
  double half_width = 0;   ///< of the 95 % interval of `loss`
};

struct PokerReview {
  std::string player;
  std::uint64_t hands = 0;  ///< of the player in the log
  std::vector<ReviewedDecision> decisions{};
};

struct PokerReviewOptions {
  std::string player{};          ///< empty: the first name of the first hand
  std::uint64_t playouts = 400;  ///< of each action
  std::uint64_t seed = 1;
};

/// Reviews the STATE lines of `text`; other lines are ignored. Requires: `game` has two players.
/// Errors: the player does not occur, a line cannot be read, the policy cannot play the game; when
/// `stop` is requested, "canceled".
Result<PokerReview> review_poker(
    const poker::GameDefinition& game, const std::string& text, const poker::Policy& policy,
    const PokerReviewOptions& options,
    const std::function<void(std::size_t done, std::size_t all)>& progress,
    const std::stop_token& stop);

/// {"game": "poker", "player", "hands", "decisions": [{"hand", "street", "hole", "board",
/// "history", "played", "best", "probability", "loss", "half_width"}]}; losses are in big blinds.
nlohmann::json to_json(const PokerReview& review);

/// Returns, for each holding by its number, the probability that `policy` plays all actions of
/// `player` in `hand` with this holding; 0 if the holding shares a card with the board. Ignores
/// actions that the policy never considers.
std::vector<double> reach_of(const poker::Hand& hand, int player, const poker::Policy& policy,
                             const poker::HoldingTable& holdings);

}  // namespace trivium::tools::page
