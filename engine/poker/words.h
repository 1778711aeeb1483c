// Hands, seats and actions as people at a table call them: "a pair of tens", "the small blind, on the button", "raise to 600".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/poker/rules/betting.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

/// A player's own cards alone: "a pair of tens", "ace-king suited", "seven-two offsuit", "a queen". Between one and kMaxHoleCards of them.
std::string holding_words(std::span<const Card> hole);

/// The best hand of one's own cards and the board: "ace high", "two pair, kings and tens", "an ace-high flush"; " on the board" follows
/// where the board alone makes it.
std::string made_words(std::span<const Card> hole, std::span<const Card> board);

/// What one card more would make of them, if it used an own card: "a flush draw", "an open-ended straight draw", "a double gutshot",
/// "a gutshot". Nothing that is made already.
std::vector<std::string> draw_words(std::span<const Card> hole, std::span<const Card> board);

/// "the big blind"; of two players also who has the button.
std::string seat_words(const GameDefinition& game, int player);

/// "before the flop", "on the flop", "on the turn", "on the river"; of games with other boards "in round 2".
std::string round_words(const GameDefinition& game, int round);

/// "4.5 big blinds", "1 big blind".
std::string big_blinds_words(const GameDefinition& game, std::int64_t chips);

/// An action that is legal now: "fold", "check", "call 300", "bet 450", "raise to 900", "all-in, to 20000".
std::string action_words(const Betting& betting, Action action);

}  // namespace trivium::poker
