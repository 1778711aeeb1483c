// Definition of a game of the hold'em family, as in the GAMEDEF files of the ACPC server: players,
// blinds, stacks, rounds, deck.
//
// All code that plays, deals or referees poker uses this value; no rule of hold'em is hard-coded.
// Format and limits are those of the ACPC server (project_acpc_server). Positions count from 0 here
// and from 1 in the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/card.h"

namespace trivium::poker {

/// Whole chips, counted over the entire hand.
using Chips = std::int32_t;

inline constexpr int kMaxPlayers = 10;
inline constexpr int kMaxRounds = 4;
inline constexpr int kMaxHoleCards = 3;
inline constexpr int kMaxBoardCards = 7;
/// Maximum number of a player's own cards and board cards together, as ranked by hand_rank.h.
inline constexpr int kMaxHandCards = 7;
/// Stack of a player that can always pay; limit games usually have no stacks.
inline constexpr Chips kUnlimitedStack = std::numeric_limits<Chips>::max();
inline constexpr int kUnlimitedRaises = 255;

enum class BettingType : std::uint8_t { kLimit, kNoLimit };

struct GameDefinition {
  BettingType betting = BettingType::kLimit;
  int players = 0;                             ///< 2 to kMaxPlayers
  int rounds = 0;                              ///< 1 to kMaxRounds
  std::array<Chips, kMaxPlayers> stack{};      ///< by position; kUnlimitedStack if not stated
  std::array<Chips, kMaxPlayers> blind{};      ///< by position; at most the stack
  std::array<Chips, kMaxRounds> raise_size{};  ///< limit games only
  std::array<int, kMaxRounds> first_player{};  ///< position that acts first in a round, from 0
  std::array<int, kMaxRounds> max_raises{};    ///< in a round; kUnlimitedRaises if not stated
  int suits = 0;                               ///< 1 to 4; the highest ones (one suit: spades)
  int ranks = 0;                               ///< 1 to 13; the highest ones
  int hole_cards = 0;                          ///< 1 to kMaxHoleCards
  std::array<int, kMaxRounds> board_cards{};   ///< dealt at the start of each round

  bool no_limit() const noexcept { return betting == BettingType::kNoLimit; }
  /// Largest blind.
  Chips big_blind() const noexcept;
  /// Number of board cards on the table in `round`, from 0.
  int board_cards_through(int round) const noexcept;
  /// Number of board cards in the last round.
  std::size_t all_board_cards() const noexcept {
    return static_cast<std::size_t>(board_cards_through(rounds - 1));
  }
  /// Cards of the game.
  CardSet deck() const noexcept;
  friend bool operator==(const GameDefinition&, const GameDefinition&) = default;
};

/// Parses a GAMEDEF text up to END GAMEDEF. Keys may be in any case and order, with or without '=';
/// '#' begins a comment. Ignores values beyond the number of players or rounds. Rejects what the
/// official server guesses: unknown or repeated lines, negative amounts, more own and board cards
/// than kMaxHandCards. The error names the line: "GAMEDEF, line 4: blind of position 2 is larger
/// than its stack of 100".
Result<GameDefinition> parse_game_definition(std::string_view text);

/// Returns a file that parse_game_definition() reads as an equal game.
std::string write_game_definition(const GameDefinition& game);

/// A built-in game.
struct NamedGame {
  std::string_view name;
  std::string_view title;
  GameDefinition game;
};

/// Returns the built-in games: "limit" and "nolimit" (heads-up, the button posts the small blind),
/// "limit3" and "nolimit3" (three players), all as played at the ACPC; "kuhn", "kuhn3", "leduc".
const std::vector<NamedGame>& built_in_games();

/// Returns a built-in game by its name, or the game in the GAMEDEF file at that path. The error
/// lists the built-in names.
Result<GameDefinition> game_named(const std::string& name_or_path);

}  // namespace trivium::poker
