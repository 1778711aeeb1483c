// What is left of a finished game: who played, every move with what its engine said, how it ended and the evidence for it.
//
// The journal keeps it (as JSON in its body), exports print it, statistics read its outcome.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/outcome.h"
#include "engine/core/report.h"
#include "engine/core/result.h"
#include "protocols/client/engine.h"

namespace trivium::match {

/// How a game ended. What an engine did wrong loses it the game.
enum class Ending : std::uint8_t {
  kRules,        ///< mate, stalemate, six in a row, repetition, ...
  kResignation,  ///< said by the engine
  kAdjudicated,  ///< by score or length, as the user asked
  kTimeLoss,     ///< answered, but too late
  kStall,        ///< did not answer, and lives
  kCrash,        ///< ended by a signal or with a bad status
  kDisconnect,   ///< closed the connection or left
  kIllegalMove,  ///< or something that is no move at all
  kCannotStart,  ///< did not come up for the game
};

/// "rules", "time loss", ...: as the journal, PGN's Termination and JSON have it.
std::string_view to_string(Ending ending) noexcept;
std::optional<Ending> parse_ending(std::string_view text) noexcept;
/// The loser did something wrong: neither rules, resignation nor adjudication.
bool is_fault(Ending ending) noexcept;

struct PlayedMove {
  std::string text;   ///< canonical, as in Referee
  bool book = false;  ///< from the opening: nobody thought
  client::SearchSummary search;
  std::chrono::microseconds time{0};

  friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

struct PlayedGame {
  std::array<std::string, 2> engines;  ///< names, by side: [0] moves first in the game's start position
  client::GameSetup setup;
  std::string opening;  ///< its name, if it has one
  std::vector<PlayedMove> moves;
  Outcome for_first = Outcome::kDraw;
  Ending ending = Ending::kRules;
  std::string reason;                 ///< one line: "checkmate", "White loses on time: 12 ms over", ...
  std::optional<int> culprit;         ///< the side whose fault it was, where is_fault(ending)
  std::vector<std::string> evidence;  ///< of a fault
  std::array<std::chrono::microseconds, 2>
      closest_call{};            ///< least time a side had left after a move (its overrun if negative); max() where no clock ran
  std::array<int, 2> excused{};  ///< moves past time and margin by no more than the machine itself had taken from them, by side
  std::int64_t started = 0;      ///< seconds since 1970
  std::chrono::microseconds duration{0};

  friend bool operator==(const PlayedGame&, const PlayedGame&) = default;
};

/// One JSON object, one line: moves with what was said of them are short lists (played_game.cpp says of what), as there may be a million
/// games. Equal games give equal text. What is no UTF-8 in a text becomes U+FFFD.
std::string to_json(const PlayedGame& game);
/// The game again, equal in all parts. The error names the place: "played game: moves[3][1]: a number from ... expected, not \"x\"".
Result<PlayedGame> parse_played_game(std::string_view json);

}  // namespace trivium::match
