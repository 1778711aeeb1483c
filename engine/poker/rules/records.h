// Reads and writes the text lines of the ACPC protocol: MATCHSTATE between dealer and player, STATE
// and SCORE in logs.
//
//   MATCHSTATE:position:hand:betting:cards             seen by a player, which appends ':action'
//   STATE:hand:betting:cards:payoffs:names             a finished hand, by position
//   SCORE:payoffs:names                                the end of a match, by seat
//
// betting: f, c, r (limit) or rTOTAL (no-limit), '/' between rounds. cards: hole cards by position
// with '|' between them, then '/' and the board of each round. Source: ACPC protocol 2.0.0. The
// readers are as strict as possible while accepting lines that the official server accepts from a
// correct peer: letters in either case, b for r and k for c, missing '/'. Every action must be
// legal, and every card must be in the game's deck and occur once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

struct MatchState {
  int viewer = 0;  ///< position of the player that sees this
  Hand hand;

  /// True if the viewer is to act.
  bool on_turn() const noexcept {
    return !hand.betting().finished() && hand.betting().actor() == viewer;
  }
};

/// The action at the beginning of a player's text, and the rest of the text.
struct ResponseAction {
  Action action;
  std::string ignored;
};

/// A player's answer: the state, and the action or the error in its text. The action may be
/// illegal.
struct Response {
  MatchState state;
  Result<ResponseAction> action;
};

/// A logged hand. `payoffs` and `names` are by position; both are empty if the line ends after the
/// cards.
struct StateRecord {
  Hand hand;
  std::vector<double> payoffs;
  std::vector<std::string> names;
};

/// Result of a match, by seat.
struct Score {
  std::vector<double> chips;
  std::vector<std::string> names;
};

/// Parses a line without its end. The error names the field and the column, from 1: "MATCHSTATE:
/// betting, column 23: raise to 150 is below the minimum 200". Requires: `game` outlives the
/// result. The viewer's own cards must be stated.
Result<MatchState> parse_match_state(std::string_view line, const GameDefinition& game);
/// Returns an error if the state cannot be read. An error in the action is inside the Response.
Result<Response> parse_response(std::string_view line, const GameDefinition& game);
/// Hole cards may be missing. Only a finished hand has payoffs and names, both or neither. Does not
/// check the payoffs.
Result<StateRecord> parse_state(std::string_view line, const GameDefinition& game);
Result<Score> parse_score(std::string_view line, const GameDefinition& game);

/// Writes what `viewer` may see: its own cards, at a showdown the cards of all players that did not
/// fold, and the board on the table. Omits unknown cards.
std::string write_match_state(const Hand& hand, int viewer);
/// True if a log may contain the name: not empty, without control characters and field separators.
bool is_player_name(std::string_view name) noexcept;
/// Writes a finished hand with all known hole cards. `names` are by position.
std::string write_state(const Hand& hand, const Payoffs& payoffs,
                        const std::vector<std::string>& names);
std::string write_score(const Score& score);

/// Returns "f", "c", "r" (if `to` is 0) or "r300".
std::string action_text(Action action);
/// Parses all of `text`. The error states the fault. The action may be illegal.
Result<Action> parse_action(std::string_view text, const GameDefinition& game);
/// Parses a player's text like the official server: takes the action at its beginning. "r20" in
/// limit games is a raise, "fold" a fold. Blanks may precede a size; a size that is too large for a
/// number becomes the largest number.
Result<ResponseAction> parse_response_action(std::string_view text, const GameDefinition& game);
/// Returns the betting field: "cr300c/cc/".
std::string betting_text(const Hand& hand);
/// Formats chips like the official log: up to six decimals, no trailing zeros.
std::string payoff_text(double chips);

}  // namespace trivium::poker
