// Poker terms for hands, seats and actions: "a pair of tens", "the small blind, on the button",
// "raise to 600".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/poker/rules/betting.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

/// Describes the hole cards: "a pair of tens", "ace-king suited", "seven-two offsuit", "a queen".
/// Requires: 1 to kMaxHoleCards cards.
std::string holding_words(std::span<const Card> hole);

/// Describes the best hand of hole cards and board: "ace high", "two pair, kings and tens", "an
/// ace-high flush". Appends " on the board" if the board alone makes it.
std::string made_words(std::span<const Card> hole, std::span<const Card> board);

/// Lists the draws that use a hole card and need one more card: "a flush draw", "an open-ended
/// straight draw", "a double gutshot", "a gutshot". Hands that are already made are not listed.
std::vector<std::string> draw_words(std::span<const Card> hole, std::span<const Card> board);

/// Names the seat: "the big blind". With two players, also names the button.
std::string seat_words(const GameDefinition& game, int player);

/// Names the round: "before the flop", "on the flop", "on the turn", "on the river". Games with
/// other boards: "in round 2".
std::string round_words(const GameDefinition& game, int round);

/// Converts chips: "4.5 big blinds", "1 big blind".
std::string big_blinds_words(const GameDefinition& game, std::int64_t chips);

/// Names an action: "fold", "check", "call 300", "bet 450", "raise to 900", "all-in, to 20000".
/// Requires: the action is legal now.
std::string action_words(const Betting& betting, Action action);

}  // namespace trivium::poker
