// A finished board game: engines, every move with the engine's report, the ending and its evidence.
//
// Stored in the journal (as JSON in its body); exports and statistics read it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/add_fields.h"
#include "engine/core/outcome.h"
#include "engine/core/report.h"
#include "engine/core/result.h"
#include "protocols/client/engine.h"

namespace trivium::match {

/// How a game ended. The endings from kTimeLoss on are faults: the engine that commits one loses.
enum class Ending : std::uint8_t {
  kRules,        ///< mate, stalemate, six in a row, repetition, ...
  kResignation,  ///< resigned by the engine
  kAdjudicated,  ///< by score or length, on the user's request
  kTimeLoss,     ///< answered too late
  kStall,        ///< did not answer, but still runs
  kCrash,        ///< ended by a signal or with a nonzero status
  kDisconnect,   ///< closed the connection or left
  kIllegalMove,  ///< illegal or unreadable move
  kCannotStart,  ///< did not start
};

/// "rules", "time loss", ...: used in the journal, PGN's Termination and JSON.
std::string_view to_string(Ending ending) noexcept;
std::optional<Ending> parse_ending(std::string_view text) noexcept;
/// True if the loser committed a fault: neither rules, resignation nor adjudication.
bool is_fault(Ending ending) noexcept;

struct PlayedMove {
  std::string text;   ///< canonical, as in Referee
  bool book = false;  ///< from the opening, without thinking
  client::SearchSummary search;
  std::chrono::microseconds time{0};

  friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// Moves that an engine chose, without those of openings and forced ones.
struct Thinking {
  std::uint64_t moves = 0;
  std::chrono::microseconds time{0};

  /// Mean time of a move in microseconds; not a number without moves.
  double mean_time() const noexcept {
    return static_cast<double>(time.count()) / static_cast<double>(moves);
  }
  Thinking& operator+=(const Thinking& other) noexcept {
    return add_fields(*this, other, &Thinking::moves, &Thinking::time);
  }
  friend bool operator==(const Thinking&, const Thinking&) = default;
};

struct PlayedGame {
  std::array<std::string, 2> engines;  ///< names; side 0 moves first in the game's start position
  client::GameSetup setup;
  std::string opening;  ///< name of the opening; may be empty
  std::vector<PlayedMove> moves;
  Outcome for_first = Outcome::kDraw;
  Ending ending = Ending::kRules;
  std::string reason;          ///< one line: "checkmate", "White loses on time: 12 ms over", ...
  std::optional<int> culprit;  ///< side that committed the fault; set if is_fault(ending)
  std::vector<std::string> evidence;  ///< lines that document a fault
  /// Minimum time left after a move, by side; negative: overrun; max(): no time limit ran.
  std::array<std::chrono::microseconds, 2> closest_call{};
  std::array<int, 2> excused{};        ///< late moves excused by the machine's delay, by side
  std::array<Thinking, 2> thinking{};  ///< by side; no moves in journals before 0.3.0
  std::int64_t started = 0;            ///< in seconds since 1970
  std::chrono::microseconds duration{0};

  friend bool operator==(const PlayedGame&, const PlayedGame&) = default;
};

/// Returns one JSON object on one line. Moves are short lists (see played_game.cpp), since there
/// may be a million games. Equal games give equal text. Invalid UTF-8 becomes U+FFFD.
std::string to_json(const PlayedGame& game);
/// Parses to_json()'s text. The error names the place: "played game: moves[3][1]: a number from ...
/// expected, not \"x\"".
Result<PlayedGame> parse_played_game(std::string_view json);

}  // namespace trivium::match
