// A game of the hold'em family as the ACPC server's GAMEDEF files describe it: players, blinds, stacks, rounds, deck.
//
// Everything that plays, deals or referees poker here is told its game by this value; nothing knows "hold'em" by heart. Format and limits
// are those of the ACPC server (project_acpc_server); positions count from 0 here and from 1 in the file.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/card.h"

namespace trivium::poker {

/// Amounts are whole chips over the entire hand.
using Chips = std::int32_t;

inline constexpr int kMaxPlayers = 10;
inline constexpr int kMaxRounds = 4;
inline constexpr int kMaxHoleCards = 3;
inline constexpr int kMaxBoardCards = 7;
/// A player's own cards and the board together: what hand_rank.h ranks.
inline constexpr int kMaxHandCards = 7;
/// A player who can always pay: limit games are usually played without stacks.
inline constexpr Chips kUnlimitedStack = std::numeric_limits<Chips>::max();
inline constexpr int kUnlimitedRaises = 255;

enum class BettingType : std::uint8_t { kLimit, kNoLimit };

struct GameDefinition {
  BettingType betting = BettingType::kLimit;
  int players = 0;                             ///< 2 to kMaxPlayers
  int rounds = 0;                              ///< 1 to kMaxRounds
  std::array<Chips, kMaxPlayers> stack{};      ///< by position; kUnlimitedStack where the file says nothing
  std::array<Chips, kMaxPlayers> blind{};      ///< by position; at most the stack
  std::array<Chips, kMaxRounds> raise_size{};  ///< limit games only
  std::array<int, kMaxRounds> first_player{};  ///< position that acts first in a round, from 0
  std::array<int, kMaxRounds> max_raises{};    ///< bets and raises in a round, kUnlimitedRaises where the file says nothing
  int suits = 0;                               ///< 1 to 4: the highest ones (one suit: spades)
  int ranks = 0;                               ///< 1 to 13: the highest ones
  int hole_cards = 0;                          ///< 1 to kMaxHoleCards
  std::array<int, kMaxRounds> board_cards{};   ///< dealt at the start of each round

  bool no_limit() const noexcept { return betting == BettingType::kNoLimit; }
  /// The largest blind.
  Chips big_blind() const noexcept;
  /// Board cards on the table in `round`, counted from 0.
  int board_cards_through(int round) const noexcept;
  /// The cards the game is played with.
  CardSet deck() const noexcept;
  friend bool operator==(const GameDefinition&, const GameDefinition&) = default;
};

/// Reads a GAMEDEF text up to END GAMEDEF: keys in any case, any order, with or without '='; '#' comments; values past the number of
/// players or rounds are passed over. Where the official server guesses, this is an error: unknown or repeated lines, negative amounts,
/// more own and board cards than kMaxHandCards. The error names the line: "GAMEDEF, line 4: blind of position 2 is larger than its
/// stack of 100".
Result<GameDefinition> parse_game_definition(std::string_view text);

/// The file that parse_game_definition() reads back to the same game.
std::string write_game_definition(const GameDefinition& game);

/// A game that needs no file.
struct NamedGame {
  std::string_view name;
  std::string_view title;
  GameDefinition game;
};

/// "limit" and "nolimit" (heads-up, reverse blinds), "limit3" and "nolimit3", as the ACPC played them; "kuhn", "kuhn3", "leduc".
const std::vector<NamedGame>& built_in_games();

/// A built-in game by its name, else the GAMEDEF file at that path. The error says which names there are.
Result<GameDefinition> game_named(const std::string& name_or_path);

}  // namespace trivium::poker
