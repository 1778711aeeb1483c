// The lines poker is spoken and logged in: MATCHSTATE between dealer and player, STATE and SCORE in logs. Both ways.
//
//   MATCHSTATE:position:hand:betting:cards             what a player sees; his answer is the same line, ':' and an action
//   STATE:hand:betting:cards:payoffs:names             a finished hand, by position
//   SCORE:payoffs:names                                the end of a match, by seat
//
// betting: f, c, r (limit) or rTOTAL (no-limit), '/' between rounds. cards: holes by position with '|' between them, then '/' and the
// board of each round. Source: ACPC protocol 2.0.0. Reading is as strict as it can be without refusing a line that the official server
// accepts from a sane peer: letters in either case, b for r and k for c, missing '/'; every action must be legal, every card is of the
// game's deck and comes once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

struct MatchState {
  int viewer = 0;  ///< the position that sees this
  Hand hand;

  /// Whether the viewer is to act.
  bool on_turn() const noexcept { return !hand.betting().finished() && hand.betting().actor() == viewer; }
};

/// The action at the beginning of a player's text, and what follows it.
struct ResponseAction {
  Action action;
  std::string ignored;
};

/// A player's answer: the state it answers to, and the action or what is wrong with its text. Whether it is legal there is another
/// question.
struct Response {
  MatchState state;
  Result<ResponseAction> action;
};

/// A logged hand. `payoffs` and `names` are by position, as the line states them; both are empty where it ends after the cards.
struct StateRecord {
  Hand hand;
  std::vector<double> payoffs;
  std::vector<std::string> names;
};

/// What a match brought each player; by seat.
struct Score {
  std::vector<double> chips;
  std::vector<std::string> names;
};

/// Line without its end. `game` must outlive the result. The error names the field and the column, from 1:
/// "MATCHSTATE: betting, column 23: raise to 150 is below the minimum 200".
/// The viewer's own cards must be there.
Result<MatchState> parse_match_state(std::string_view line, const GameDefinition& game);
/// An error where the state cannot be read; an action that cannot be read is inside the Response.
Result<Response> parse_response(std::string_view line, const GameDefinition& game);
/// Hole cards may be missing. Payoffs and names are there for a finished hand only, both or neither; whether the payoffs are right is
/// not asked.
Result<StateRecord> parse_state(std::string_view line, const GameDefinition& game);
Result<Score> parse_score(std::string_view line, const GameDefinition& game);

/// What `viewer` may see: his own cards, at a showdown those of all who did not fold, the board as far as it lies on the table. Cards
/// that are not known are left out.
std::string write_match_state(const Hand& hand, int viewer);
/// Whether a player can be called so in a log: a letter or more, none of which parts the fields of a line or is a control character.
bool is_player_name(std::string_view name) noexcept;
/// The finished hand with all its hole cards, as far as they are known. `names` are by position.
std::string write_state(const Hand& hand, const Payoffs& payoffs, const std::vector<std::string>& names);
std::string write_score(const Score& score);

/// "f", "c", "r" (where `to` is 0) or "r300".
std::string action_text(Action action);
/// All of `text`. The error says what is wrong with it; whether it is legal is another question.
Result<Action> parse_action(std::string_view text, const GameDefinition& game);
/// As the official server reads a player's text: the action that it begins with, "r20" in limit games a raise, "fold" a fold; blanks may
/// stand before a size, and a size past all numbers is the largest.
Result<ResponseAction> parse_response_action(std::string_view text, const GameDefinition& game);
/// "cr300c/cc/": the betting field.
std::string betting_text(const Hand& hand);
/// Chips as the official log prints them: up to six decimals, no trailing zeros.
std::string payoff_text(double chips);

}  // namespace trivium::poker
